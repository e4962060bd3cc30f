import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ImportAnswer } from './import.ts'
import { UserRole, UserRoleInput } from './person.ts'
import { admins, leaders, WireRole } from './role.ts'
import { listOf, listOrder, listQuery, Nothing, wireFlag, wireInteger } from './wire.ts'

const one = z.object({ id: wireInteger(1) })

export const userSortKeys = [
  'userName',
  'fullName',
  'companyName',
  'officeName',
  'groupName',
  'role',
  'roleJp',
  'workerCode',
  'email',
  'phoneNumber',
  'isLockedOut',
  'affiliation1',
  'dateOfBirth',
  'gender',
  'meditagId',
  'safetyBeltId',
] as const

const filters = {
  companyId: wireInteger(1).optional(),
  officeId: wireInteger(1).optional(),
  groupId: wireInteger(1).optional(),
  /** One role or several, comma-separated or repeated. */
  role: z.union([z.string(), z.array(z.string())]).optional(),
  /** 1: the three worker roles. */
  worker: wireFlag.optional(),
  workerCode: z.string().optional(),
  userName: z.string().optional(),
  /** Part of the name or its furigana, in kanji, hiragana, katakana or half-width kana. */
  fullName: z.string().optional(),
  /** The whole name. */
  exactFullName: z.string().optional(),
  /** Site ids, comma-separated: everyone of those sites by name, for pickers of several sites. */
  listUserNameByListOffice: z.union([z.string(), z.array(z.string())]).optional(),
  isLockedOut: wireFlag.optional(),
  isDisabled: wireFlag.optional(),
}

export const userRole = {
  list: endpoint({
    method: 'GET',
    path: '/api/UserRole',
    permission: [...admins, ...leaders],
    summary: '範囲内の利用者。氏名は漢字、ひらがな、カタカナ、半角カナのどれでも探せる。',
    query: z.object({
      ...listQuery,
      ...filters,
      /** 1: people who were deleted instead, for those who may erase what is kept of them. */
      isDeleted: wireFlag.optional(),
    }),
    answer: listOf(UserRole),
  }),
  nextUserId: endpoint({
    method: 'GET',
    path: '/api/UserRole/GetUserId',
    permission: admins,
    summary: '次に作られるログインIDの見込み。保存したときに決まる。',
    query: z.object({ role: WireRole.optional(), officeId: wireInteger(1).optional() }),
    answer: z.object({ userName: z.string() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/UserRole/Download',
    permission: admins,
    summary: '一覧と同じ条件と並び順の利用者のCSV。直してそのまま取り込める。',
    query: z.object({ ...listOrder, ...filters }),
    answer: z.string(),
    raw: true,
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/UserRole/Template',
    permission: admins,
    summary: '取り込み用CSVのひな形。',
    query: z.object({ role: WireRole }),
    answer: z.string(),
    raw: true,
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/UserRole/:id',
    permission: [...admins, ...leaders],
    summary: '利用者。role を送れば、その種類の人でないときは404。職長と副職長は作業者に入る。',
    params: one,
    query: z.object({ role: WireRole.optional() }),
    answer: UserRole,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/UserRole',
    permission: admins,
    once: true,
    summary: '利用者を登録する。ログインIDが使われていれば409と空いている候補を返す。',
    body: UserRoleInput,
    answer: UserRole,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/UserRole/:id',
    permission: admins,
    summary: '利用者を更新する。',
    params: one,
    body: UserRoleInput,
    answer: UserRole,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/UserRole/:id',
    permission: admins,
    summary: '利用者を削除する。測定値とアラートの記録は氏名とともに残る。',
    params: one,
    answer: Nothing,
  }),
  unlock: endpoint({
    method: 'PUT',
    path: '/api/UserRole/Unlock/:id',
    permission: admins,
    summary: 'ロックされた利用者を解除する。',
    params: one,
    answer: Nothing,
  }),
  disable: endpoint({
    method: 'PUT',
    path: '/api/UserRole/Disable/:id',
    permission: admins,
    summary: 'アカウントを停止する。ログインは終わり、メールと通知は届かなくなる。測定と記録は続く。',
    params: one,
    answer: Nothing,
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/api/UserRole/Enable/:id',
    permission: admins,
    summary: '停止したアカウントを再開する。',
    params: one,
    answer: Nothing,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/UserRole/Import/:id',
    permission: admins,
    summary:
      'CSVを取り込む。全行か0行。id は拠点、契約管理者では会社。サービス管理者では見ない。removalConfirmed=0 を添えると、機器を着けている人を消すファイルは取り込まず、人数を unconfirmed で答える。',
    params: z.object({ id: wireInteger() }),
    answer: ImportAnswer,
    multipart: 'csv',
  }),
}
