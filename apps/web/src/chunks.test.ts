import { expect, test } from 'vitest'
import { chunkNames } from '../chunks.ts'

const imports: Record<string, { now?: string[]; later?: string[] }> = {
  main: { now: ['routes', 'node_modules/react'] },
  routes: { later: ['login', 'frame', 'one', 'two', 'three', 'four'] },
  login: { now: ['button'] },
  frame: { now: ['button', 'menu'] },
  one: { now: ['table', 'menu', 'chart'] },
  two: { now: ['table', 'chart'] },
  three: { now: ['table', 'chart'] },
  four: { now: ['table', 'login'] },
}
const graph = {
  getModuleInfo: (id: string) => ({ importedIds: imports[id]?.now ?? [], dynamicallyImportedIds: imports[id]?.later ?? [] }),
} as unknown as Parameters<ReturnType<typeof chunkNames>>[1]

test('the login screen, the frame and what many screens need are a file each; the rest stays with its screen', () => {
  const nameOf = chunkNames({ first: ['main', 'login'], frame: ['frame'] })
  const names = ['main', 'routes', 'button', 'menu', 'table', 'chart', 'one', 'node_modules/react'].map((id) => [id, nameOf(id, graph)])
  expect(Object.fromEntries(names)).toEqual({
    main: 'first',
    routes: 'first',
    button: 'first',
    menu: 'frame',
    table: 'shared',
    chart: null,
    one: null,
    'node_modules/react': null,
  })
})
