"""Digits that are no date: ids, times, versions, telephone and form numbers, scales, streets."""

import re

NOISE = re.compile(
    r"(?<![a-z0-9])(?=[0-9]*[a-f]+[0-9]+[a-f]+[0-9])[0-9a-f]{10,64}(?![a-z0-9])"  # hexadecimal ids
    r"|(?<![a-z0-9])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![a-z0-9])"
    r"|(?<![0-9])[01]?[0-9]h(?:[0-5][0-9])?(?![a-z0-9])|(?<![0-9])2[0-4]h(?:[0-5][0-9])?(?![a-z0-9])"
    r"|(?<![a-z])(?:v|ver|vers|version|rev)[ ._]{0,2}[0-9]{1,2}(?:[._][0-9]{1,2}){0,2}"
    r"(?![0-9]|[._/\-][0-9])"
    r"|(?<![a-z])(?:tel|fax|mobile|telephone)[ .:_\-]{0,3}[0-9+](?:[ ._\-]?[0-9]){6,14}(?![0-9])"
    r"|(?<![a-z])cerfa[ ._\-]{0,3}(?:n|no)?[ ._\-]{0,2}[0-9]{4,6}(?:[*_\-][0-9]{1,2})?"
    r"|(?<![0-9])[0-9]{1,3}[._][0-9]{1,3}[ _]?km(?![a-z])"
    r"|(?<![a-z])(?:plan|zonenplan|carte|echelle|ech|scale|massstab|scala|piano)"
    r"[a-z ._\-]{0,40}(?<![a-z0-9])1[ ._:/\-]{1,3}(?:[1-9]00|[0-9]{1,3}000|1250|2500)"
    r"(?![0-9])"
    r"|(?<![0-9])1[:/][0-9]{3,6}(?![0-9])"
    r"|(?<![0-9])(?!19|20)[0-9]{4}[ ._\-]2000(?![0-9])"  # "1260-2000": a code, not a span
    r"|(?<![0-9])(?:19|20)[0-9]{2}[ ._\-]{0,2}(?:watts?|m2|m3|metres?|km|kg|francs|chf|euros?|"
    r"habitants?|kwh|litres)(?![a-z])"
    r"|(?<![a-z])(?:parcelles?|parzellen?|particella|mappale)[ ._\-]{0,3}(?:n[ro]?)?"
    r"[ ._\-]{0,3}[0-9]{1,5}"
    r"|(?<![0-9])(?:8[ ._\-]mai[ ._\-]1945|11[ ._\-]novembre[ ._\-]1918|19[ ._\-]mars[ ._\-]1962|"
    r"6[ ._\-]juin[ ._\-]1944)(?![0-9])"  # commemorated, and names of streets
    r"|(?<![a-z])(?:rue|place|avenue|square|allee|boulevard|quai|salle)[ ._\-](?:du|de la|de l)"
    r"[ ._\-][0-9]{1,2}(?:er)?[ ._\-][a-z]{3,9}(?:[ ._\-](?:18|19)[0-9]{2})?"
    r"|,[ ]{0,2}(?:ch-)?19[0-9]{2} [a-z]{3}"  # an address: "Rue du Four 3, 1950 Sion"
    r"|(?<![a-z])loi[ ._\-](?:de[ ._\-])?1901(?![0-9])"
)
"""What is masked before any rule reads."""

_POSTAL = (
    "1902 evionnaz|1904 vernayaz|1905 dorenaz|1906 charrat|1907 saxon|1908 riddes|1911 ovronnaz|"
    "1912 leytron|1913 saillon|1914 iserables|1920 martigny|1922 salvan|1925 finhaut|1926 fully|"
    "1929 trient|1932 bovernier|1933 sembrancher|1934 le chable|1936 verbier|1937 orsieres|"
    "1938 champex|1941 vollege|1945 liddes|1946 bourg|1947 versegeres|1950 sion|1955 chamoson|"
    "1957 ardon|1958 st|1958 saint|1961 vernamiege|1963 vetroz|1964 conthey|1965 saviese|"
    "1966 ayent|1967 bramois|1968 mase|1969 st|1969 saint|1971 grimisuat|1972 anzere|1973 nax|"
    "1974 arbaz|1976 erde|1977 icogne|1978 lens|1981 vex|1983 evolene|1987 heremence|"
    "1988 les collons|1991 salins|1992 les agettes|1993 veysonnaz|1994 aproz|1996 basse|"
    "1996 nendaz|1997 haute|1997 nendaz"
)
POSTAL_CODE = re.compile(
    r"(?<![a-z])(?:ch|f|d|i)-(?:19|20)[0-9]{2}(?![0-9])|(?<![0-9])(?:"
    + _POSTAL.replace(" ", r"[ ._\-]")
    + ")"
)
"""Swiss postal codes of the Valais look like years of the twentieth century."""
