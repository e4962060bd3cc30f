import {
  clothingNames,
  consentMeansNames,
  keysOf,
  labels,
  metabolicClassNames,
  type RestSource,
  roleNames,
  swapReasonNames,
  WorkerDraft,
} from '@mimamori/contract'
import { sql } from 'kysely'
import { columnsOf } from '../../../platform/database/column-of.ts'
import { groupNameOf, officeNameOf, type OwnColumn, type OwnFile, ownRows, roleOf, serialOf } from '../own-file.ts'

const ofRow = 'a number of the row'
const byName = 'shown by its name'
const secret = 'a secret'

const {
  userName: _,
  companyId: _c,
  officeId: _o,
  meditagId: _m,
  meditagType: _t,
  safetyBeltId: _s,
  safetyBeltType: _b,
  ...formFields
} = WorkerDraft.shape

const genders = { 1: '男', 2: '女', 3: 'その他' }
const groupRoles = { 1: '職長', 2: '副職長', 3: '作業者' }
const slots = { vital: '体調デバイス', belt: '安全帯' }
const restWords: Record<RestSource | 'limit', string> = {
  leader: '職長などの操作',
  place: '休憩所での受信',
  limit: '上限の時間',
}

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gender: genders,
  metabolicClass: Object.fromEntries(metabolicClassNames.entries()),
  clothing: clothingNames,
}

/** What a form says of a person, so that a field that is added later is here as well. */
const formColumns = columnsOf(keysOf(formFields))
const ofForm: Readonly<Record<string, OwnColumn>> = Object.fromEntries(
  keysOf(formColumns).map((field) => {
    const coded = words[field]
    return [formColumns[field], coded === undefined ? labels.user[field] : { label: labels.user[field], words: coded }]
  }),
)

/** The account, what it wore, its rests and its consents. */
export const personFiles: readonly OwnFile[] = [
  {
    key: 'person',
    title: '本人',
    tables: ['app_user'],
    rows: ownRows('app_user'),
    order: { 't.user_id': 'int' },
    columns: {
      login_id: labels.user.userName,
      role: { label: '権限', words: roleNames },
      language: '言語',
      company_name: { label: '会社', from: ({ companyId }) => sql`(select c.name from company c where c.company_id = ${companyId})` },
      office_name: { label: '拠点', from: officeNameOf('t.office_id') },
      group_name: { label: 'グループ', from: groupNameOf('t.group_id') },
      group_role: { label: 'グループでの役割', words: groupRoles },
      ...ofForm,
      observed_acclimatised: '暑さに慣れている（測定から）',
      last_exposure_on: '最後に暑さにさらされた日',
      exposure_counted_on: '数え終えた日',
      acclimatised_on: '暑さに慣れていた最後の日',
      ladder_first_on: '暑さに慣れる計画の最初の日',
      ladder_last_on: '暑さに慣れる計画で最後に働いた日',
      ladder_days: '暑さに慣れる計画で働いた日数',
      attention: '朝礼チェックで要注意の期間',
      guest_until: '本日のみの作業者の期限',
      must_change_password: '次にパスワードを変える',
      disabled_at: 'アカウントの停止',
      deleted_at: '削除',
      created_at: '登録',
    },
    leftOut: {
      company_id: byName,
      user_id: ofRow,
      office_id: byName,
      group_id: byName,
      password_hash: secret,
      login_key: 'the login ID in small letters',
      name_folded: 'the name without its marks, for searching',
      version: 'counts saved forms',
    },
  },
  {
    key: 'consents',
    title: '同意の記録',
    tables: ['consent_act'],
    rows: ownRows('consent_act'),
    order: { 't.at': 'timestamptz', 't.given': 'boolean' },
    columns: {
      at: '日時',
      given: '同意した（いいえは取消し）',
      version: '説明の版',
      language: '説明の言語',
      means: { label: '記録の方法', from: () => sql`'page'`, words: consentMeansNames },
    },
    leftOut: {},
  },
  {
    key: 'wears',
    title: '機器の装着',
    tables: ['wear'],
    rows: ownRows('wear'),
    order: { 't.worn_from': 'timestamptz', 't.wear_id': 'int' },
    columns: {
      slot: { label: '機器の種類', words: slots },
      serial: { label: '機器の番号', from: serialOf('t.device_id') },
      worn_from: '開始',
      worn_to: '終了',
      swap_reason: { label: '交換の理由', words: swapReasonNames },
    },
    leftOut: { wear_id: ofRow, device_id: byName },
  },
  {
    key: 'rests',
    title: '休憩',
    tables: ['rest'],
    rows: ownRows('rest'),
    order: { 't.began_at': 'timestamptz', 't.rest_id': 'int' },
    columns: {
      began_at: '開始',
      ended_at: '終了',
      office_name: { label: '拠点', from: officeNameOf('t.office_id') },
      group_name: { label: 'グループ', from: groupNameOf('t.group_id') },
      source: { label: '始まりの理由', words: restWords },
      sent_at: '休憩を伝えた時刻',
      arrived_at: '休憩所で受信した時刻',
      heard_at: '休憩所で最後に受信した時刻',
      gateway: { label: '休憩所の親機・子機', from: serialOf('t.gateway_id') },
      excess: 'WBGT超過',
      ended_by: { label: '終わりの理由', words: restWords },
    },
    leftOut: { rest_id: ofRow, office_id: byName, group_id: byName, gateway_id: byName },
  },
  {
    key: 'holds',
    title: '保全',
    tables: ['person_hold'],
    rows: ownRows('person_hold'),
    order: { 't.held_at': 'timestamptz' },
    columns: { held_at: '開始', ends_on: '終了日', held_by: { label: '決めた人の権限', from: roleOf('t.held_by'), words: roleNames } },
    leftOut: { reason: 'what an investigation is about, which may concern others', held_by_name: 'another person by name' },
  },
]
