"""The shell: clock, schedule, network policy, commands, reports and logs. It decides nothing."""
