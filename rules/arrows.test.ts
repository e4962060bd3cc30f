import { describe, expect, it } from 'vitest'
import { domainWordsInNeutralRooms, folderCircles, importCircles, impureImports, resourcesInNeutralRooms, wrongArrows } from './arrows.ts'
import { beyond, domainWordsSaid, foldersInCircles } from './exceptions.ts'
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
    ['a slice reaches into another', file('apps/server/src/features/home/routes.ts', '../ingest/pipeline.ts')],
    ['the list of alerts reaches into the drills', file('apps/server/src/features/alerts/list/routes.ts', '../drill/store.ts')],
    ['an episode reaches into the list of alerts', file('apps/server/src/features/alerts/episodes/open.ts', '../list/store.ts')],
    ['a slice is no feature', file('apps/server/src/home/routes.ts')],
    ['a shared room is not in the list', file('apps/server/src/shared/other/thing.ts')],
    ['a screen reaches into another', file('apps/web/src/home/home-page.tsx', '../condition/condition-list.tsx')],
    ['the organisation reaches up', file('apps/server/src/shared/organisation/scope.ts', '../monitoring/last-heard/heard.ts')],
    ['a command reaches into a slice', file('apps/server/src/shared/downlink/settle.ts', '../../features/device-setting/setting.ts')],
    ['the platform reaches up', file('apps/server/src/platform/http/route.ts', '../../features/alerts/list/store.ts')],
    ['the kit reaches up to the marks', file('apps/web/src/kit/data-table.tsx', '../marks/level-mark.tsx')],
    ['the map canvas reaches into a screen', file('apps/web/src/map-canvas/map-canvas.tsx', '../map-detail/worker-table.tsx')],
    ['the kit reaches up to the map canvas', file('apps/web/src/kit/dialogs.ts', '../map-canvas/map-canvas.tsx')],
    ['a file stands in no room', file('tools/thing.ts')],
  ])('notice that %s', (_, bad) => expect(wrongArrows([bad])).toHaveLength(1))

  it('let a test come in by the front door', () => {
    expect(wrongArrows([file('apps/server/src/features/alerts/list/close.test.ts', '../../../test-app.ts')])).toEqual([])
    expect(wrongArrows([file('apps/server/src/features/alerts/list/close.ts', '../../../app.ts')])).toHaveLength(1)
  })

  it('let a slice import the platform and itself', () =>
    expect(
      wrongArrows([
        file(
          'apps/server/src/features/alerts/list/routes.ts',
          '../../../platform/http/route.ts',
          './store.ts',
          '../episodes/read.ts',
          '@mimamori/contract',
        ),
      ]),
    ).toEqual([]))
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

describe('folders', () => {
  it('make no circle with those beside them', () => expect(beyond(folderCircles(tree), foldersInCircles)).toEqual([]))

  it('are noticed in a circle that no two files make', () =>
    expect(folderCircles([file('a/load/x.ts', '../judge/y.ts'), file('a/judge/z.ts', '../load/w.ts')])).toEqual([
      'a/judge → a/load → a/judge',
    ]))

  it('may import what is beside them, and be imported by it', () =>
    expect(folderCircles([file('a/load/x.ts', '../model.ts'), file('a/pipeline.ts', './load/x.ts')])).toEqual([]))

  it('are held to nothing by tests', () =>
    expect(folderCircles([file('a/load/x.test.ts', '../judge/y.ts'), file('a/judge/y.ts', '../load/w.ts')])).toEqual([]))
})

describe('rooms that know nothing of the domain', () => {
  it('take no resource from the contract', () => expect(resourcesInNeutralRooms(tree)).toEqual([]))
  it('name no domain word', () => expect(beyond(domainWordsInNeutralRooms(tree), domainWordsSaid)).toEqual([]))

  it.each(['apps/web/src/kit/list.tsx', 'apps/server/src/platform/list.ts'])('notice a resource and a domain word in %s', (path) => {
    const bad = { path, text: "import { HealthRow } from '@mimamori/contract'\nconst title = '作業者'" }
    expect(resourcesInNeutralRooms([bad])).toHaveLength(1)
    expect(domainWordsInNeutralRooms([bad])).toHaveLength(1)
  })

  it("lets a tenant's ids pass through the server's platform, but not the tenant", () => {
    const faultsOf = (text: string) => domainWordsInNeutralRooms([{ path: 'apps/server/src/platform/audit.ts', text }])
    expect(faultsOf('type Entry = { companyId: number; office_id: number }')).toEqual([])
    expect(faultsOf('const office = 1')).toHaveLength(1)
  })
})
