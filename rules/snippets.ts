import { posix } from 'node:path'
import type { SourceFile } from './tree.ts'

/** The files that a page writes out: a code block whose line before names its path. */
export const filesOfPage = (page: string): SourceFile[] =>
  [...page.matchAll(/^`([\w./-]+\.tsx?)`:\n\n```tsx?\n([\s\S]*?)^```/gm)].map(({ 1: path = '', 2: text = '' }) => ({ path, text }))

const contract = 'packages/contract/src/'

const exportsName = ({ text }: SourceFile, name: string): boolean =>
  new RegExp(String.raw`^export (?:(?:async )?(?:const|function|class|type|interface) ${name}|(?:const )?\{[^}]*\b${name})\b`, 'm').test(
    text,
  )

/** Where an import of the project leads, as a test of paths; undefined for packages from elsewhere. */
const targetOf = (from: string, specifier: string): ((path: string) => boolean) | undefined => {
  if (specifier.startsWith('.')) return (path) => path === posix.join(posix.dirname(from), specifier)
  if (specifier === '@mimamori/contract') return (path) => path.startsWith(contract)
  if (specifier.startsWith('@mimamori/contract/')) return (path) => path === `${contract}${specifier.slice(19)}.ts`
  return undefined
}

/** Names that the files of a page import and no file of the project (or of the page) exports, as path: name. */
export const missingImports = (written: readonly SourceFile[], files: readonly SourceFile[]): string[] =>
  written.flatMap(({ path, text }) =>
    [...text.matchAll(/^import \{([^}]+)\} from '([^']+)'/gm)].flatMap(({ 1: names = '', 2: specifier = '' }) => {
      const leadsTo = targetOf(path, specifier)
      if (leadsTo === undefined) return []
      const targets = [...written, ...files].filter((file) => leadsTo(file.path))
      return names
        .split(',')
        .map((name) => name.replace(/\btype\b/, '').trim())
        .filter((name) => name !== '' && !targets.some((target) => exportsName(target, name)))
        .map((name) => `${path}: ${name}`)
    }),
  )
