import { labels } from '@mimamori/contract/labels'
import { expect, test } from 'vitest'
import { nameDirectly, readSliceModules } from '../direct-names.ts'

const modules = new Map([
  ['alert', '@mimamori/contract/alert'],
  ['siteMap', '@mimamori/contract/site-map'],
])
const of = (code: string) => nameDirectly('screen.tsx', code, modules)

test('a call is imported from its own module, and the list of all calls only for its types', () => {
  const code = `import { endpoints } from '@mimamori/contract/endpoints'\ntype Answer = AnswerOf<typeof endpoints.alert.list>\nconst { read } = endpoints.siteMap\nask(endpoints.alert.list)\n`
  const named = of(code)
  expect(named).toContain(`import { alert as slice_alert } from '@mimamori/contract/alert'`)
  expect(named).toContain(`import { type endpoints } from '@mimamori/contract/endpoints'`)
  expect(named).toContain('const { read } = slice_siteMap')
  expect(named).toContain('ask(slice_alert.list)')
  expect(named.split('\n')).toHaveLength(code.split('\n').length)
})

test('a label is its text; the list of all labels stays where more of it is read', () => {
  const text = JSON.stringify(labels.alert.note)
  const one = of(`import { gradeNames, labels } from '@mimamori/contract/labels'\nshow(labels.alert.note, gradeNames)\n`)
  expect(one).toContain(`import { gradeNames, type labels } from '@mimamori/contract/labels'`)
  expect(one).toContain(`show(${text}, gradeNames)`)
  const several = of(`import { labels } from '@mimamori/contract/labels'\nconst { alert } = labels\nshow(labels.alert.note)\n`)
  expect(several).toContain(`import { labels } from '@mimamori/contract/labels'`)
  expect(several).toContain(`show(${text})`)
})

test('what comes from elsewhere under the same name stays as it is', () => {
  const code = `import { labels } from './own.ts'\nshow(labels.alert.note, endpoints.alert)\n`
  expect(of(code)).toBe(code)
})

test('each slice is found in the module that declares it', () => {
  const found = readSliceModules()
  expect(found.get('alert')).toBe('@mimamori/contract/alert')
  expect(found.get('terminalSetting')).toBe('@mimamori/contract/device-setting')
})
