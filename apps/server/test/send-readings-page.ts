import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a sender is to be put in for, as the page writes it. */
export type PageValues = { readonly origin: string; readonly keyId: string; readonly secret: string }

/** A page for senders or lamps, with the values of a real server and key for its placeholders. */
export const pageFor = async ({ origin, keyId, secret }: PageValues, name = 'send-readings.md'): Promise<string> => {
  const page = await readFile(join(import.meta.dirname, '../../../docs', name), 'utf8')
  return page.replaceAll('https://mimamori.example', origin).replaceAll('KEY_ID', keyId).replaceAll('SECRET', secret)
}

/** The code of a language on the page, block by block. */
export const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, code = '']) => (name === language ? [code] : []))

const word = /'([^']*)'|([^\s'\\]+)|\\\n/g

/** The commands of a shell block, each as its words; quotes are single ones, and a backslash continues a line. */
const commandsOf = (block: string): string[][] =>
  block
    .trim()
    .split(/(?<!\\)\n(?=\w)/)
    .map((command) => [...command.matchAll(word)].flatMap(([, quoted, plain]) => quoted ?? plain ?? []))

/** A command of the page: its options by their names, and what has none. */
export type Command = { readonly name: string; readonly options: ReadonlyMap<string, readonly string[]>; readonly rest: readonly string[] }

// Options that take no value.
const flags = new Set(['--tls-use-os-certs', '--fail'])

const readCommand = ([name = '', ...words]: readonly string[]): Command => {
  const options = new Map<string, string[]>()
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const option = words[at] ?? ''
    if (!option.startsWith('-')) rest.push(option)
    else options.set(option, [...(options.get(option) ?? []), flags.has(option) ? '' : (words[++at] ?? '')])
  }
  return { name, options, rest }
}

/** Every command on the page with this name. */
export const commandsNamed = (page: string, name: string): Command[] =>
  blocksOf(page, 'sh')
    .flatMap(commandsOf)
    .map(readCommand)
    .filter((command) => command.name === name)
