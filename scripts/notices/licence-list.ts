import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceOf } from './licence-of.ts'
import type { ShippedPackage } from './shipped-packages.ts'
import type { ShippedProgram } from './shipped-programs.ts'

type Entry = { readonly title: string; readonly text: string }

const programEntry = (root: string, { name, version, licence, text, copyright }: ShippedProgram): Entry => ({
  title: `${name} ${version}: ${licence}`,
  text:
    text === undefined
      ? 'A library inside of libvips; the page of its package (@img/sharp-libvips-*) links the text of its licence.'
      : [copyright, readFileSync(join(root, text), 'utf8').trim()].filter((part) => part !== undefined).join('\n\n'),
})

const packageEntry = (root: string, shipped: ShippedPackage): Entry => {
  const { expression, text } = licenceOf(root, shipped)
  return { title: `${shipped.name} ${shipped.version}: ${expression}${shipped.isBundled ? ' (in the built console)' : ''}`, text }
}

const line = '-'.repeat(78)

/**
 * The names, versions and licences of all that is shipped and is not ours, with the text of each licence; those under one text
 * share it. libvips and what it consists of (LGPL) is a library of its own, which operators may replace.
 */
export const licenceList = (
  root: string,
  version: string,
  { packages, programs }: { readonly packages: readonly ShippedPackage[]; readonly programs: readonly ShippedProgram[] },
): string => {
  const entries = [...programs.map((program) => programEntry(root, program)), ...packages.map((shipped) => packageEntry(root, shipped))]
  const sections = [...Map.groupBy(entries, ({ text }) => text)].map(
    ([text, sharing]) => `${line}\n${[...new Set(sharing.map(({ title }) => title))].join('\n')}\n${line}\n\n${text}\n`,
  )
  const head = `Mimamori ${version} is under the Apache License 2.0 (LICENSE). This is what it is shipped with, by the licences of others.\n`
  return [head, ...sections].join('\n')
}
