import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { readConfig } from './config.ts'
import { settingsFile } from './settings-file.ts'
import { variableGroups } from './variables.ts'

const variables = variableGroups.flatMap((group) => Object.entries(group.variables))
const root = join(import.meta.dirname, '../../../../..')

test.each(variables)('%s has a comment of one or two lines', (_name, { comment }) => {
  const lines = comment.split('\n')
  expect(lines.length).toBeLessThanOrEqual(2)
  for (const line of lines) expect(line).toMatch(/^[A-Z].{3,138}[.!]$/)
})

/** A file in its place where the example names one: the variable wants it to be there. */
const thatIsThere = (value: string) => (value.startsWith('/') ? import.meta.filename : value)

test.each(variables)('%s takes its default or its example', (_name, variable) => {
  const shown = 'default' in variable ? variable.default : thatIsThere(variable.example)
  expect(variable.schema.safeParse(shown)).toMatchObject({ success: true })
})

describe('the file of settings of an installation', () => {
  it('changes nothing by itself except what the installation sets', () => {
    const environment = parseEnv(settingsFile({ DATA_DIR: '/var/lib/mimamori' }))
    expect(environment).toEqual({ DATA_DIR: '/var/lib/mimamori' })
    expect(readConfig(environment)).toEqual({ ...readConfig({}), dataDir: '/var/lib/mimamori' })
  })

  it('shows each variable with its comment and a value that is read once its # is taken away', () => {
    const file = settingsFile({})
    const environment = parseEnv(file.replaceAll(/^#(?=[A-Z_]+=)/gm, ''))
    expect(Object.keys(environment)).toEqual(variables.map(([name]) => name).toSorted())
    for (const [name, variable] of variables) expect(environment[name]).toBe('default' in variable ? variable.default : variable.example)
    const there = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, thatIsThere(value ?? '')]))
    expect(() => readConfig(there)).not.toThrow()
    for (const [, { comment }] of variables) expect(file).toContain(`# ${comment.split('\n')[0]}\n`)
  })
})

type Row = { readonly names: string; readonly defaults: string }

/** The rows of tables that begin with variables, from the pages for operators. */
const rowsOf = (pages: readonly string[]): Row[] =>
  pages.flatMap((page) =>
    [...page.matchAll(/^\| (`[A-Z][A-Z_]+`(?:, `[A-Z][A-Z_]+`)*) \| (.*?) \| /gm)].map(([, names = '', defaults = '']) => ({
      names,
      defaults,
    })),
  )

/** What the pages for operators say otherwise than the product reads. */
const faultsOf = (rows: readonly Row[]): string[] => {
  const named = rows.flatMap(({ names }) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const known = new Map(variables)
  return [
    ...variables.flatMap(([name, variable]) => {
      const row = rows.find(({ names }) => names.includes(`\`${name}\``))
      if (row === undefined) return [`${name} is not explained`]
      return 'default' in variable && !row.defaults.includes(`\`${variable.default}\``) ? [`${name} has another default`] : []
    }),
    ...named.filter((name) => !known.has(name)).map((name) => `${name} is no variable`),
  ]
}

describe('the pages for operators', () => {
  const pages = globSync(['docs/operate.md', 'docs/operate/*.md'], { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))

  it('have a row for every variable, with its default', () => expect(faultsOf(rowsOf(pages))).toEqual([]))

  it('are noticed to lack one, to have another default, or one that nobody reads', () => {
    const faults = faultsOf(rowsOf(['| `PORT` | `80` | where |\n| `HOST` | any | where |\n| `PROT` | none | where |\n']))
    expect(faults).toEqual(expect.arrayContaining(['DATA_DIR is not explained', 'PORT has another default', 'PROT is no variable']))
    expect(faults.filter((fault) => fault.startsWith('HOST'))).toEqual([])
  })
})
