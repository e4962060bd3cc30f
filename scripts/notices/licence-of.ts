import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceText } from './shipped-programs.ts'
import type { ShippedPackage } from './shipped-packages.ts'

/** The licence of a package: as its package.json names it (SPDX), and the texts that its folder or the list of texts has. */
export type PackageLicence = { readonly expression: string; readonly text: string }

/** Licences under which something may be shipped. The LGPL is libvips', a library of its own that operators may replace. */
export const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Packages whose package.json names no licence, by what their text says. */
const unnamed: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** Whether every licence that an SPDX expression asks for is allowed; of a choice, one is enough. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => allowedLicences.has(licence)))

const author = (value: unknown): string => (typeof value === 'string' ? value : ((value as { name?: string } | undefined)?.name ?? ''))

/** The texts of licences in a folder, and in one of its folders that has only such. */
const textsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => /^(licen[cs]e|copying|notice|ofl)/i.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      const files = entry.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path]
      return files.map((file) => readFileSync(file, 'utf8').trim())
    })

/**
 * The licence of a shipped package and its text. Where the package has none, the text is that of its licence with the author.
 * @throws an error where no licence is known
 */
export const licenceOf = (root: string, { name, folder }: Pick<ShippedPackage, 'name' | 'folder'>): PackageLicence => {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { license?: string; author?: unknown }
  const expression = manifest.license ?? unnamed[name]
  if (expression === undefined) throw new Error(`${name} names no licence: read its text and add it to scripts/notices/licence-of.ts`)
  const texts = textsIn(join(root, folder))
  if (texts.length > 0) return { expression, text: texts.join('\n\n') }
  const standard = readFileSync(join(root, licenceText(expression)), 'utf8').trim()
  return { expression, text: `Copyright (c) ${author(manifest.author) || `the authors of ${name}`}\n\n${standard}` }
}
