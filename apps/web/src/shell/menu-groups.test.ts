import { menu, menuOf } from '@mimamori/contract/navigation'
import { admins, leaders, roles, type Role } from '@mimamori/contract/role'
import { expect, test } from 'vitest'
import { entryOf, menuGroups } from './menu-groups.ts'

test('entries are under their headings, in order', () => {
  const groups = menuGroups(menuOf({ roleKey: 'HeadquartersAdmin', safetyBeltDisplaySetting: '1' }))
  expect(groups.map((group) => group.heading)).toEqual(['', '現場の状況', '拠点管理', '記録・設定'])
})

test.each([
  ['/worker/edit/12', '/worker/list'],
  ['/worker/list', '/worker/list'],
  ['/ReferenceBarometer/new', '/ReferenceBarometer'],
  ['/grouplead/list', '/grouplead/list'],
  ['/user', undefined],
])('at %s the entry %s is the current one', (pathname, path) => {
  expect(entryOf(menu, pathname)?.path).toBe(path)
})

test('a leader’s list and detail are entries of their own; an admin’s detail belongs to the list', () => {
  const codeOf = (roleKey: Role) => entryOf(menuOf({ roleKey, safetyBeltDisplaySetting: '1' }), '/physical-condition/detail')?.code
  expect(leaders.map(codeOf)).toEqual(['L003', 'L003'])
  expect([...admins, 'User' as const].map(codeOf)).toEqual(['M041', 'M041', 'M041', 'W001'])
})

type Shown = { readonly headings: readonly string[]; readonly entries: readonly string[] }

const situation = ['体調一覧', '安全帯一覧', 'マップ', 'アラート一覧', 'あすの計画']
const unit = ['拠点', '拠点管理者', '契約単位マスター設定']
const base = [
  '作業者',
  'グループ',
  '暑さ指数計',
  '親機・子機',
  '体調デバイス',
  '気圧基準器',
  '新型機器設定',
  '現場ボードの設置',
  '現場の掲示',
]
const record = ['レポート', '体制と周知', '通知', '接続', '操作の記録', '訓練']
const leaderMenu: Shown = {
  headings: ['現場の状況', 'グループリーダーメニュー', '記録・設定'],
  entries: [
    'ホーム',
    'あすの計画',
    '貸出・返却',
    '休憩',
    '朝礼チェック',
    '体調一覧',
    '体調詳細',
    '担当表',
    'グループのメンバー',
    '体制と周知',
  ],
}

const menus: Record<Role, Shown> = {
  AdminUnitService: {
    headings: ['現場の状況', 'サービス単位管理', '契約単位管理', '拠点管理', '記録・設定'],
    entries: ['ホーム', ...situation, '会社', 'サービス管理者', '契約管理者', '稼働状況', ...unit, ...base, ...record],
  },
  AdminUnitContract: {
    headings: ['現場の状況', '契約単位管理', '拠点管理', '記録・設定'],
    entries: ['ホーム', ...situation, ...unit, ...base, ...record],
  },
  HeadquartersAdmin: {
    headings: ['現場の状況', '拠点管理', '記録・設定'],
    entries: [
      'ホーム',
      '体調一覧',
      '安全帯一覧',
      'マップ',
      'あすの計画',
      '貸出・返却',
      '休憩',
      '朝礼チェック',
      ...base,
      'レポート',
      '体制と周知',
      'マスター設定',
      '通知',
      '接続',
      '訓練',
    ],
  },
  GroupLeader: leaderMenu,
  GroupSubLeader: leaderMenu,
  User: { headings: ['作業者メニュー'], entries: ['ホーム', '自分の体調'] },
}

test.each(roles)('the menu of %s', (roleKey) => {
  const [first, ...groups] = menuGroups(menuOf({ roleKey, safetyBeltDisplaySetting: '1' }))
  expect(first?.heading).toBe('')
  expect(groups.map(({ heading }) => heading)).toEqual(menus[roleKey].headings)
  expect([...(first?.items ?? []), ...groups.flatMap(({ items }) => items)].map(({ label }) => label)).toEqual(menus[roleKey].entries)
})
