import { describe, expect, it } from 'vitest'
import { domainWordsInKit, importCircles, impureImports, resourcesInKit, wrongArrows } from './arrows.ts'
import { readTree } from './tree.ts'

const tree = readTree()

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((specifier) => `import type { X } from '${specifier}'`).join('\n'),
})

describe('the arrows between the rooms', () => {
  it('all point one way', () => expect(wrongArrows(tree)).toEqual([]))

  it.each([
    ['heat reaches into the server', file('packages/heat/src/wbgt.ts', '../../../apps/server/src/platform/clock.ts')],
    ['the contract reaches into heat', file('packages/contract/src/alert.ts', '@mimamori/heat')],
    ['the web reaches into the server', file('apps/web/src/platform/api.ts', '@mimamori/server/app')],
    ['the simulator reaches into the server', file('apps/simulator/src/site.ts', '../../server/src/platform/clock.ts')],
    ['a slice reaches into another', file('apps/server/src/alert/routes.ts', '../ingest/pipeline.ts')],
    ['a screen reaches into another', file('apps/web/src/home/home-page.tsx', '../condition/condition-list.tsx')],
    ['the platform reaches up', file('apps/server/src/platform/route.ts', '../alert/store.ts')],
    ['the kit reaches up to the marks', file('apps/web/src/kit/data-table.tsx', '../marks/level-mark.tsx')],
    ['a file stands in no room', file('tools/thing.ts')],
  ])('notice that %s', (_, bad) => expect(wrongArrows([bad])).toHaveLength(1))

  it('let a test come in by the front door', () => {
    expect(wrongArrows([file('apps/server/src/alert/close.test.ts', '../test-app.ts')])).toEqual([])
    expect(wrongArrows([file('apps/server/src/alert/close.ts', '../app.ts')])).toHaveLength(1)
  })

  it('let a slice import the platform and itself', () =>
    expect(wrongArrows([file('apps/server/src/alert/routes.ts', '../platform/route.ts', './store.ts', '@mimamori/contract')])).toEqual([]))
})

describe('the pure packages', () => {
  it('import nothing that does I/O', () => expect(impureImports(tree)).toEqual([]))

  it.each(['node:fs', 'pg', 'dayjs'])('notice %s', (specifier) =>
    expect(impureImports([file('packages/heat/src/wbgt.ts', specifier)])).toHaveLength(1),
  )
})

describe('imports', () => {
  it('make no circle', () => expect(importCircles(tree)).toEqual([]))

  it('notice a circle, even of types alone', () =>
    expect(importCircles([file('a.ts', './b.ts'), file('b.ts', './c.ts'), file('c.ts', './b.ts')])).toEqual(['b.ts → c.ts → b.ts']))
})

describe('the kit', () => {
  it('takes no resource from the contract', () => expect(resourcesInKit(tree)).toEqual([]))
  it('names no domain word', () => expect(domainWordsInKit(tree)).toEqual([]))

  it('notices a resource and a domain word', () => {
    const bad = { path: 'apps/web/src/kit/list.tsx', text: "import { HealthRow } from '@mimamori/contract'\nconst title = '作業者'" }
    expect(resourcesInKit([bad])).toHaveLength(1)
    expect(domainWordsInKit([bad])).toHaveLength(1)
  })
})
