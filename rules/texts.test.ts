import { expect, it } from 'vitest'
import { unusedTexts } from './texts.ts'
import { readTree } from './tree.ts'

const code = (text: string) => [{ path: 'apps/web/src/a/b.tsx', text }]

it('all texts are used', () => {
  const japanese = readTree().find(({ path }) => path === 'packages/texts/src/ja.json')
  const sections = JSON.parse(japanese?.text ?? '') as Record<string, object>
  expect(unusedTexts(readTree(), sections)).toEqual([])
})

it('a text that nobody uses is found, by its key, by the part before it, and by its Japanese words', () => {
  expect(unusedTexts(code("t('own.today')"), { own: { today: '今日', level: { '1': '注意' } } })).toEqual(['own.level.1'])
  expect(unusedTexts(code('t(`own.level.${grade}`)'), { own: { level: { '1': '注意' } } })).toEqual([])
  expect(
    unusedTexts(code("notify('保存しました。')"), { common: { saved: '{保存|ほぞん}しました。' }, own: { saved: '保存しました。' } }),
  ).toEqual(['own.saved'])
  expect(unusedTexts(code("t('own.unsent', { count })"), { own: { unsent_other: '{{count}}件' } })).toEqual([])
})
