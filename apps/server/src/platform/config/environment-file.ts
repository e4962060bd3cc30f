import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { codeOf } from '../errors.ts'

const blank = /\s/
const inFile = '_FILE'

/** Reads what follows the `=`. @returns the value, and where the next line begins */
const readValue = (text: string, from: number): { readonly value: string; readonly end: number } => {
  let value = ''
  let quote = ''
  // A quote opens only where a value begins, or right after another has closed; inside a value it is a letter.
  let isBegun = false
  // Blanks at the end count only within quotes.
  let kept = 0
  let at = from
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const next = text.charAt(at + 1)
    if (sign === '\n' && quote === '') break
    if (sign === '\\' && quote !== "'" && next !== '') {
      // A line that ends in a backslash continues in the next one; within double quotes few signs lose theirs.
      if (next !== '\n') value += quote === '"' && !'"\\`$'.includes(next) ? sign + next : next
      at += 1
      isBegun ||= quote === ''
      kept = value.length
    } else if (quote === '' ? !isBegun && (sign === '"' || sign === "'") : sign === quote) {
      quote = quote === '' ? sign : ''
      kept = value.length
    } else if (quote !== '' || isBegun || !blank.test(sign)) {
      value += sign
      isBegun ||= quote === ''
      if (quote !== '' || !blank.test(sign)) kept = value.length
    }
  }
  return { value: value.slice(0, kept), end: at + 1 }
}

/**
 * The variables of a file as systemd's `EnvironmentFile=` reads it (systemd.exec(5)), which neither a shell nor `util.parseEnv`
 * does: a `#` inside a value belongs to it, and nothing is expanded.
 */
export const parseEnvironmentFile = (text: string): ReadonlyMap<string, string> => {
  const variables = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at)
    const [, name] = /^\s*([A-Za-z_]\w*)\s*=/.exec(text.slice(at, lineEnd)) ?? []
    if (name === undefined) {
      at = lineEnd + 1
      continue
    }
    const { value, end } = readValue(text, text.indexOf('=', at) + 1)
    variables.set(name, value)
    at = end
  }
  return variables
}

/**
 * The file with the product's variables on this machine: `MIMAMORI_ENV_FILE`, else where the Debian package has it. A command
 * that npm runs belongs to a checkout, which the package beside it must not steer. Undefined where there is none.
 */
export const environmentFile = (environment: NodeJS.ProcessEnv = process.env): string | undefined => {
  const named = environment['MIMAMORI_ENV_FILE']
  if (named !== undefined) return named === '' ? undefined : named
  return environment['npm_command'] === undefined ? '/etc/mimamori/mimamori.env' : undefined
}

/**
 * Sets the variables of a file that are not set, so that a command finds the product that the service runs.
 * @throws Error with one line for the operator where the file is there and may not be read
 */
export const loadEnvironmentFile = (path: string, environment: NodeJS.ProcessEnv = process.env): void => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new Error(
      `設定ファイル ${path} を読み取れません（${codeOf(error)}）。sudo を付けて実行してください。 / The settings in ${path} cannot be read: use sudo.`,
      { cause: error },
    )
  }
  const extra = environment['NODE_EXTRA_CA_CERTS']
  const given = new Set(Object.keys(environment).filter((name) => environment[name]))
  for (const [name, value] of parseEnvironmentFile(text)) {
    // NAME and NAME_FILE are two ways to give one value, and what is given wins.
    if (!given.has(name.endsWith(inFile) ? name.slice(0, -inFile.length) : `${name}${inFile}`)) environment[name] ??= value
  }
  // Node itself reads this variable only when it starts.
  const certificates = environment['NODE_EXTRA_CA_CERTS']
  if (extra === undefined && certificates) setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificates, 'utf8')])
}
