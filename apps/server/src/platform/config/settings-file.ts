import type { Variable } from './variable.ts'
import { variableGroups } from './variables.ts'

const heading = `# Settings of Mimamori, one NAME=VALUE a line.
# What begins with # is not set: the value shown is what holds anyway, or an example.
# A value with #, blanks, quotes, \\ or $ is written in double quotes, with a \\ before each ", \\ and $ inside.
# After a change: systemctl restart mimamori
# All of it, with reasons: /usr/share/doc/mimamori/docs/operate.md`

const commented = (text: string) => text.split('\n').map((line) => `# ${line}`)

/** A value as systemd's `EnvironmentFile` and a shell both read it. */
export const quoted = (value: string) => (/[\s#"'\\$&;]/.test(value) ? `"${value.replaceAll(/["\\$]/g, String.raw`\$&`)}"` : value)

const entryOf = ([name, variable]: [string, Variable], set: Readonly<Record<string, string>>) => {
  const absent = 'absent' in variable ? [`# Without it: ${variable.absent}.`] : []
  const value = set[name]
  const shown = 'absent' in variable ? variable.example : variable.default
  return [...commented(variable.comment), ...absent, value === undefined ? `#${name}=${quoted(shown)}` : `${name}=${quoted(value)}`].join(
    '\n',
  )
}

/**
 * The file of settings that an installation begins with, as systemd's `EnvironmentFile` reads it: every variable with its
 * comment and its default or an example, commented out.
 * @param set what the installation itself sets, by name
 */
export const settingsFile = (set: Readonly<Record<string, string>>): string =>
  [
    heading,
    ...variableGroups.flatMap(({ title, variables }) => [`### ${title}`, ...Object.entries(variables).map((entry) => entryOf(entry, set))]),
  ].join('\n\n') + '\n'
