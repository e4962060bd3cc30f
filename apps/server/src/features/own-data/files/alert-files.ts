import {
  type AlertEvent,
  alertKindNames,
  endingNames,
  gradeNames,
  handlingNames,
  outcomeNames,
  roleNames,
  rotaTargetName,
  rotaTargets,
} from '@mimamori/contract'
import { noticeChannelNames } from '@mimamori/contract/notice-words'
import { sql } from 'kysely'
import { serialOf, type OwnFile, ownRows, roleOf } from '../own-file.ts'

const ofRow = 'a number of the row'
const levels = { 0: gradeNames[0], 1: gradeNames[1], 2: gradeNames[2], 3: gradeNames[3] }
const level = (label: string) => ({ label, words: levels })

const eventNames = {
  opened: '始まった',
  raised: '上がった',
  reported: 'もう一度申告した',
  answered: 'その後の様子を答えた',
  lowered: '下がった',
  ended: '終わった',
  reopened: '再び始まった',
  handedOver: '引き継いだ',
  corrected: '直した',
  withdrawn: '取り下げた',
  cancelled: '機器が取り消した',
  acknowledged: '確認した',
  responding: '対応を始めた',
  closed: '対応を終えた',
  noted: 'メモ',
} satisfies Record<AlertEvent, string>
const occasionNames = { opened: '始まった', raised: '上がった', called: '呼び出し', escalated: '再通知', late: '後着' }

/** SQL after FROM: rows of a table (`t`) about the person's alerts (`a`). */
const ofOwnAlerts =
  (table: 'alert_event' | 'alert_notice'): OwnFile['rows'] =>
  ({ companyId, userId }) =>
    sql`
    from ${sql.table(table)} t
    join alert a on a.company_id = t.company_id and a.company_id = ${companyId} and a.alert_id = t.alert_id and a.user_id = ${userId}
   where t.company_id = ${companyId}`

const ofAlert = {
  kind: { label: 'アラートの種類', from: () => sql`a.kind`, words: alertKindNames },
  started_at: { label: 'アラートの開始', from: () => sql`a.started_at` },
}

const rotaWords = Object.fromEntries(rotaTargets.map((target) => [target, rotaTargetName(target)]))

/** Alerts about the person with all that was done about them, and what the person was notified of. */
export const alertFiles: readonly OwnFile[] = [
  {
    key: 'alerts',
    title: 'アラート',
    tables: ['alert'],
    rows: ownRows('alert'),
    order: { 't.started_at': 'timestamptz', 't.alert_id': 'int' },
    columns: {
      alert_id: '番号',
      kind: { label: '種類', words: alertKindNames },
      source: { label: '出どころ', words: { device: '機器', self: '本人の申告', poster: '現場の掲示' } },
      started_at: '開始',
      ended_at: '終了',
      ending: { label: '終わり方', words: endingNames },
      full_name: '氏名',
      company_name: '会社',
      base_name: '拠点',
      group_name: 'グループ',
      serial: { label: '機器の番号', from: serialOf('t.device_id') },
      location_name: '場所',
      level: level('レベル'),
      peak_level: level('最も重いときのレベル'),
      cause: '原因',
      reason: { label: '理由', mayNameOthers: true },
      heart_rate: '心拍（bpm）',
      excess: 'WBGT超過（℃）',
      wbgt: 'WBGT（℃）',
      wbgt_point: 'WBGTの測定地点',
      peak_reason: { label: '最も重いときの理由', mayNameOthers: true },
      peak_heart_rate: '最も重いときの心拍',
      peak_excess: '最も重いときのWBGT超過',
      peak_wbgt: '最も重いときのWBGT',
      called_at: '呼び出し',
      handling: { label: '対応', words: handlingNames },
      handled_at: '対応の時刻',
      handled_by: { label: '対応した人の権限', from: roleOf('t.handled_by'), words: roleNames },
      outcome: { label: '結果', words: outcomeNames },
      note: { label: 'メモ', mayNameOthers: true },
      mails: 'メールの数',
      late: '後着',
      withdrawn: '取下げ',
      drill: '訓練',
      still_held: '完了後も続いた',
      held_level: level('完了後のレベル'),
      held_since: '完了後の開始',
      changed_at: '最後に変わった時刻',
    },
    leftOut: {
      office_id: 'shown by its name',
      group_id: 'shown by its name',
      device_id: 'shown by its number on it',
      handled_by_name: 'another person by name',
    },
  },
  {
    key: 'alertEvents',
    title: 'アラートの経過',
    tables: ['alert_event'],
    rows: ofOwnAlerts('alert_event'),
    order: { 't.alert_id': 'int', 't.event_id': 'bigint' },
    columns: {
      alert_id: 'アラートの番号',
      ...ofAlert,
      at: '時刻',
      event: { label: '出来事', words: eventNames },
      level: level('レベル'),
      reason: { label: '理由', mayNameOthers: true },
      heart_rate: '心拍（bpm）',
      excess: 'WBGT超過（℃）',
      wbgt: 'WBGT（℃）',
      by: { label: '行った人の権限', from: roleOf('t.user_id'), words: roleNames },
      note: { label: 'メモ', mayNameOthers: true },
    },
    leftOut: { event_id: ofRow, user_name: 'another person by name' },
  },
  {
    key: 'alertNotices',
    title: 'アラートの通知先',
    tables: ['alert_notice'],
    rows: ofOwnAlerts('alert_notice'),
    order: { 't.alert_id': 'int', 't.notice_id': 'bigint' },
    columns: {
      alert_id: 'アラートの番号',
      ...ofAlert,
      at: '時刻',
      channel: { label: '方法', words: noticeChannelNames },
      occasion: { label: 'きっかけ', words: occasionNames },
      step: '再通知の段',
      level: level('レベル'),
      role: { label: '通知した人の権限', words: roleNames },
      rota: { label: '担当表', words: rotaWords },
    },
    leftOut: {
      notice_id: ofRow,
      mail_id: ofRow,
      user_name: 'another person by name',
      addresses: 'addresses of other people',
      channel_name: 'a channel of the company',
      delivery_id: ofRow,
    },
  },
  {
    key: 'notices',
    title: '受け取った通知',
    tables: ['alert_notice'],
    rows: ({ companyId, userId }) => sql`
      from alert_notice t
      join alert a on a.company_id = t.company_id and a.company_id = ${companyId} and a.alert_id = t.alert_id
     where t.company_id = ${companyId} and t.user_id = ${userId}`,
    order: { 't.alert_id': 'int', 't.notice_id': 'bigint' },
    columns: {
      at: '時刻',
      kind: ofAlert.kind,
      channel: { label: '方法', words: noticeChannelNames },
      occasion: { label: 'きっかけ', words: occasionNames },
      step: '再通知の段',
      role: { label: 'そのときの権限', words: roleNames },
      rota: { label: '担当表', words: rotaWords },
      user_name: '氏名',
    },
    leftOut: {
      notice_id: ofRow,
      mail_id: ofRow,
      alert_id: 'of an alert about somebody else',
      level: 'the level of somebody else',
      addresses: 'addresses of other people are among them',
      channel_name: 'a channel of the company',
      delivery_id: ofRow,
    },
  },
]
