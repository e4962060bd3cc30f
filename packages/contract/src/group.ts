import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AlertEmail, Code, optionalCode, requiredText } from './field.ts'
import { HeatLayer, HeatLayerAnswer } from './heat-profile.ts'
import { admins, leaders } from './role.ts'
import { ImportAnswer } from './import.ts'
import { mergeAddresses } from './mail-address.ts'
import { wireTexts } from './site-device.ts'
import { Instant, listOf, listOrder, listQuery, Nothing, unlessAbsent, wireFlag, wireInteger } from './wire.ts'

export const GroupPerson = z.object({
  userId: z.number().int(),
  userName: z.string(),
  workerCode: z.string().nullable(),
  fullName: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
})
export type GroupPerson = z.infer<typeof GroupPerson>

export const Group = z.object({
  id: z.number().int(),
  groupCode: z.string(),
  groupName: z.string(),
  officeId: z.number().int(),
  baseName: z.string(),
  companyName: z.string(),
  groupLeader: z.array(GroupPerson),
  listSubleader: z.array(GroupPerson),
  listMember: z.array(GroupPerson),
  listEmailAlert: z.array(z.object({ email: z.string() })),
  ...HeatLayerAnswer,
  version: z.number().int(),
})
export type Group = z.infer<typeof Group>

/** A group as a choice. */
export const GroupName = Group.pick({ id: true, groupName: true })
export type GroupName = z.infer<typeof GroupName>

/** A group as a line of a list: its leaders, and how many people it has with them. */
export const GroupOverview = Group.pick({
  id: true,
  groupCode: true,
  groupName: true,
  officeId: true,
  baseName: true,
  companyName: true,
  groupLeader: true,
}).extend({ people: z.number().int() })
export type GroupOverview = z.infer<typeof GroupOverview>

// User ids, or objects that carry one.
const personId = z.union([wireInteger(1), z.object({ userId: wireInteger(1) }).transform(({ userId }) => userId)])
const personIds = z.array(personId)
const leaderIds = z.union([personIds, wireInteger(1).transform((id) => [id])])
const alertEmails = z
  .array(z.union([AlertEmail, z.object({ email: AlertEmail }).transform(({ email }) => email)]))
  .transform(mergeAddresses)

/** What a form sends to make a group. */
export const GroupDraft = z.object({
  officeId: wireInteger(1),
  /** Left out, the server makes one. */
  groupCode: optionalCode(100),
  groupName: requiredText(100),
  leaderId: leaderIds.default([]),
  listSubleader: personIds.default([]),
  listMember: personIds.default([]),
  listEmailAlert: alertEmails.default([]),
  ...HeatLayer,
})

const people = 'ログインIDを ; で区切る'
const asSite = '空なら拠点の設定'

/** The columns of a file in order, each with what its cells take. */
export const groupFile = {
  groupCode: '空なら自動で決まります',
  groupName: '必須・100文字まで',
  leaderId: people,
  listSubleader: people,
  listMember: people,
  listEmailAlert: 'アドレスを ; で区切る',
  metabolicClass: asSite,
  acclimatised: asSite,
  clothing: asSite,
} as const satisfies Partial<Record<keyof z.output<typeof GroupDraft>, string>>

/** What a form sends to change a group. Site, code and name must be those it has; what is left out stays. */
const GroupChange = z.object({
  id: wireInteger(1),
  version: wireInteger(1).optional(),
  officeId: wireInteger(1).optional(),
  groupCode: Code.nullish().transform((code) => code ?? undefined),
  groupName: requiredText(100).optional(),
  leaderId: leaderIds.optional(),
  listSubleader: personIds.optional(),
  listMember: personIds.optional(),
  listEmailAlert: alertEmails.optional(),
  metabolicClass: unlessAbsent(HeatLayer.metabolicClass),
  acclimatised: unlessAbsent(HeatLayer.acclimatised),
  clothing: unlessAbsent(HeatLayer.clothing),
})

const one = z.object({ id: wireInteger(1) })
const filters = {
  officeId: wireInteger(1).optional(),
  companyId: wireInteger(1).optional(),
  groupName: z.string().optional(),
}
const candidateFilters = z.object({
  ...listQuery,
  officeId: wireInteger(1),
  workerCode: z.string().optional(),
  fullName: z.string().optional(),
  ungrouped: wireFlag.optional(),
  /** For leaders and sub-leaders, who cannot be guests of a day. */
  withoutGuests: wireFlag.optional(),
  /** User ids, comma-separated or repeated: those left out, since a form has them in another role. */
  without: wireTexts.transform((ids): (string | number)[] => ids).pipe(z.array(wireInteger(1))),
})
export const groupSortKeys = ['groupCode', 'groupName', 'groupLeader', 'baseName', 'companyName'] as const

export const group = {
  list: endpoint({
    method: 'GET',
    path: '/api/Group',
    permission: [...admins, ...leaders],
    summary: '範囲内のグループ。limit がなければすべて。',
    query: z.object({ ...listQuery, role: z.string().optional(), ...filters }),
    answer: listOf(Group),
  }),
  names: endpoint({
    method: 'GET',
    path: '/api/Group/Names',
    permission: [...admins, ...leaders],
    readBy: 'any',
    summary: '範囲内のグループを選択肢として返す。',
    query: z.object(filters),
    answer: z.array(GroupName),
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/Group/Overview',
    permission: [...admins, ...leaders],
    summary: '範囲内のグループの一覧。副グループリーダーとメンバーは人数だけ。',
    query: z.object({ ...listQuery, ...filters }),
    answer: listOf(GroupOverview),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/Group/Candidates',
    permission: admins,
    summary: 'グループに入れられる人と、いまのグループ。ungrouped=1 はグループに入っている人を隠す。',
    query: candidateFilters,
    answer: listOf(GroupPerson),
  }),
  searchCandidates: endpoint({
    method: 'POST',
    path: '/api/Group/Candidates',
    permission: admins,
    summary: 'グループに入れられる人。除く人が何千人でもよいよう、条件を本文で送る。',
    body: candidateFilters,
    answer: listOf(GroupPerson),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/Group/Download',
    permission: admins,
    summary: 'グループのCSV。一覧と同じ条件と並び順。',
    query: z.object({ ...listOrder, ...filters }),
    answer: z.string(),
    raw: true,
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/Group/Template',
    permission: admins,
    summary: '取り込み用CSVのひな形。',
    answer: z.string(),
    raw: true,
  }),
  testMail: endpoint({
    method: 'GET',
    path: '/api/Group/Email/:address',
    permission: admins,
    summary: 'テストメールを送信待ちに入れる。',
    params: z.object({ address: AlertEmail }),
    answer: Nothing,
  }),
  updateStatus: endpoint({
    method: 'GET',
    path: '/api/Group/updatestatus/:id',
    permission: [...admins, ...leaders],
    summary: 'グループの版と更新時刻。',
    params: one,
    answer: z.object({ id: z.number().int(), version: z.number().int(), updatedAt: Instant }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/Group/:id',
    permission: [...admins, ...leaders],
    summary: 'グループ。',
    params: one,
    answer: Group,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/Group',
    permission: admins,
    once: true,
    summary: 'グループを登録する。選ばれた人は、ほかのグループから移り、権限も変わる。',
    body: GroupDraft,
    answer: Group,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/Group',
    permission: admins,
    summary: 'グループを更新する。送らない項目はそのまま残る。拠点、コード、名前は変えられない。外された人は作業者に戻る。',
    body: GroupChange,
    answer: Group,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/Group/:id',
    permission: admins,
    summary: 'グループを削除する。人が残っていれば断る。',
    params: one,
    answer: Nothing,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/Group/Import/:officeId',
    permission: admins,
    summary: 'グループのCSVを取り込む。',
    params: z.object({ officeId: wireInteger(1) }),
    answer: ImportAnswer,
    multipart: 'csv',
  }),
}
