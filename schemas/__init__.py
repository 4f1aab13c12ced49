"""The nouns: frozen values, the site profile and the errors that every room shares."""
