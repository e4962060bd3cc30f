import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ContractModule, halfOf, importHalves, readContractModule } from '../lean-contract.ts'

const source = `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, listOf } from './wire.ts'

export type Rest = z.infer<typeof Rest>
export const restStates = ['begin', 'end'] as const
const path = '/api/Rest'
const Draft = z.object({ state: z.enum(restStates) })
export const Rest = Draft.extend({ day: Day })
export const rest = {
  list: endpoint({ method: 'GET', path, permission: 'session', summary: '休憩の一覧。', answer: listOf(Rest) }),
  start: endpoint({ method: 'POST', path: \`\${path}/Begin\`, permission: 'public', once: true, summary: '休憩。', body: Draft, answer: Rest }),
}
`
const wire: ContractModule = { imports: [], reexports: [], statements: { plain: [], schemas: [] }, schemas: new Set(['Day', 'listOf']) }
const read = (code: string) => readContractModule('rest.ts', code, (from) => (from === './wire.ts' ? wire : undefined))

test('an endpoint keeps what its caller reads, and needs no schema', () => {
  const plain = halfOf('/contract/rest.ts', read(source), 'plain')
  expect(plain).toContain(`list: ({ method: 'GET', path })`)
  expect(plain).toContain(`start: ({ method: 'POST', path: \`\${path}/Begin\`, permission: 'public', once: true })`)
  expect(plain).not.toMatch(/zod|wire|z\.|休憩/)
})

test('what is made of schemas is in the other half, with what it needs of the first', () => {
  const schemas = halfOf('/contract/rest.ts', read(source), 'schemas')
  expect(schemas).toContain('export const Rest = /* @__PURE__ */ (() => (Draft.extend({ day: Day })))()')
  expect(schemas).toContain('import { restStates, path, rest } from "/contract/rest.ts?plain"')
  expect(schemas).toContain('import { Day } from "./wire.ts"')
})

test('a declaration without a method or a path of its own is refused, and so is a module that does more than declare', () => {
  expect(() => read(`const all = { one: endpoint({ ...shared, answer: Rest }) }`)).toThrow('an endpoint without')
  expect(() => read(`registry.add(1)`)).toThrow('may not contain')
})

test('each name is imported from the half that has it, and lines stay where they are', () => {
  const code = `import {\n  Rest,\n  type Draft,\n  rest as calls,\n} from '@mimamori/contract/rest'\nuse(calls)\n`
  const split = importHalves('screen.tsx', code, () => ({ path: '/contract/rest.ts', module: read(source) }))
  expect(split).toContain(`import { rest as calls } from "/contract/rest.ts?plain"`)
  expect(split).toContain(`import { Rest } from "/contract/rest.ts?schemas"`)
  expect(split.split('\n')).toHaveLength(code.split('\n').length)
})

// The schemas of endpoints are not in the built console: reading them would work in every test but not there.
test('no part of the console reads a schema of an endpoint', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((name) => !name.includes('.test.'))
  const wrong = files.filter((name) =>
    /\b\w+\.(?:body|answer|query|params)\.(?:parse|safeParse|shape|extend|pick|omit)\b/.test(
      readFileSync(join(import.meta.dirname, name), 'utf8'),
    ),
  )
  expect(wrong).toEqual([])
})
