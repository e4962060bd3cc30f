import { briefingMeansNames, overrideKindNames, roleNames, rotaShiftNames, selfStateNames } from '@mimamori/contract'
import { languageNames } from '@mimamori/contract/language'
import { sql } from 'kysely'
import { officeNameOf, type OwnFile, ownRows, roleOf } from '../own-file.ts'

const ofRow = 'a number of the row'
const byName = 'shown by its name'

const sourceWords = { leader: '職長など', self: '本人の画面', gate: '入口の端末', poster: '現場の掲示' }
const languages = Object.fromEntries(Object.entries(languageNames).map(([code, { japanese }]) => [code, japanese]))

/** What the person was briefed of, answered in the morning and reported of themselves. */
export const workingDayFiles: readonly OwnFile[] = [
  {
    key: 'briefings',
    title: '体制と手順の周知',
    tables: ['duty_briefing'],
    rows: ownRows('duty_briefing'),
    order: { 't.briefed_at': 'timestamptz', 't.briefing_id': 'int' },
    columns: {
      briefed_at: '日時',
      office_name: { label: '拠点', from: officeNameOf('t.office_id') },
      version: '版',
      means: { label: '方法', words: briefingMeansNames },
      language: { label: '言語', words: languages },
      speaker: { label: '説明した人の権限', from: roleOf('t.speaker_id'), words: roleNames },
      recorded_at: '記録',
      recorded_by: { label: '記録した人の権限', from: roleOf('t.recorded_by'), words: roleNames },
    },
    leftOut: { briefing_id: ofRow, office_id: byName, speaker_id: 'shown by their role' },
  },
  {
    key: 'duties',
    title: '担当',
    tables: ['duty_rota_place'],
    rows: ownRows('duty_rota_place'),
    order: { 't.duty_on': 'date', 't.office_id': 'int', 't.shift': 'text', 't.place': 'int' },
    columns: {
      duty_on: { label: '日', from: () => sql`t.duty_on::text` },
      office_name: { label: '拠点', from: officeNameOf('t.office_id') },
      shift: { label: '昼・夜', words: rotaShiftNames },
      place: '順番',
    },
    leftOut: { office_id: byName },
  },
  {
    key: 'substitutes',
    title: '担当の代わり',
    tables: ['duty_rota_override'],
    // Also where somebody took the person's turn.
    rows: ({ companyId, userId }) => sql`
      from duty_rota_override t where t.company_id = ${companyId} and (t.user_id = ${userId} or t.instead_of = ${userId})`,
    order: { 't.duty_on': 'date', 't.override_id': 'int' },
    columns: {
      duty_on: { label: '日', from: () => sql`t.duty_on::text` },
      office_name: { label: '拠点', from: officeNameOf('t.office_id') },
      shift: { label: '昼・夜', words: rotaShiftNames },
      place: '順番',
      part: {
        label: 'だれの代わりか',
        from: ({ userId }) => sql`case when t.user_id = ${userId}::int then 'taken' else 'given' end`,
        words: { taken: 'ほかの人の代わり', given: 'ほかの人が代わった' },
      },
      reason: { label: 'わけ', mayNameOthers: true },
      decided_at: '決めた日時',
      decided_by: { label: '決めた人の権限', from: roleOf('t.decided_by'), words: roleNames },
    },
    leftOut: { override_id: ofRow, office_id: byName, instead_of: 'another person', decided_by_name: 'shown by their role' },
  },
  {
    key: 'checks',
    title: '朝礼チェック',
    tables: ['morning_check'],
    rows: ownRows('morning_check'),
    order: { 't.day': 'date' },
    columns: {
      day: { label: '日', from: () => sql`t.day::text` },
      office_name: { label: '拠点', from: officeNameOf('t.office_id') },
      answered_at: '答えた時刻',
      answers: '答え',
      counted: '要注意になった答え',
      source: { label: '答えた場所', words: sourceWords },
      answered_by: { label: '入力した人の権限', from: roleOf('t.answered_by'), words: roleNames },
      talked_at: '話した時刻',
      talked_by: { label: '話した人の権限', from: roleOf('t.talked_by'), words: roleNames },
      moved_at: '作業を変えた時刻',
      moved_by: { label: '作業を変えた人の権限', from: roleOf('t.moved_by'), words: roleNames },
      moved_to: { label: '変えた作業', mayNameOthers: true },
    },
    leftOut: { office_id: byName },
  },
  {
    key: 'acclimatisation',
    title: '暑さに慣れる計画の変更',
    tables: ['acclimatisation_override'],
    rows: ownRows('acclimatisation_override'),
    order: { 't.set_at': 'timestamptz', 't.override_id': 'int' },
    columns: {
      set_at: '決めた日時',
      kind: { label: '決めた人', words: overrideKindNames },
      share: '暑さの中で働ける割合（%、空は計画の対象にしない）',
      until_on: { label: 'いつまで', from: () => sql`t.until_on::text` },
      reason: { label: '理由', mayNameOthers: true },
      set_by: { label: '登録した人の権限', from: roleOf('t.set_by'), words: roleNames },
      ended_at: '終わった日時',
      ended_by: { label: '終えた人の権限', from: roleOf('t.ended_by'), words: roleNames },
    },
    leftOut: { override_id: ofRow },
  },
  {
    key: 'reports',
    title: '体調の申告',
    tables: ['condition_report'],
    // Also what others reported of the person from a poster.
    rows: ({ companyId, userId }) => sql`
      from condition_report t
      left join alert a on a.company_id = t.company_id and a.company_id = ${companyId} and a.alert_id = t.alert_id
     where t.company_id = ${companyId} and (t.user_id = ${userId} or a.user_id = ${userId})`,
    order: { 't.report_id': 'bigint' },
    columns: {
      done_at: '日時',
      received_at: '受信',
      office_name: { label: '拠点', from: officeNameOf('t.office_id') },
      source: { label: '申告の場所', words: sourceWords },
      state: { label: '申告', words: selfStateNames },
      who: { label: 'だれ', mayNameOthers: true },
      place: { label: '場所', mayNameOthers: true },
      signs: 'ようす',
      note: { label: '言葉', mayNameOthers: true },
    },
    leftOut: { report_id: ofRow, office_id: byName, alert_id: ofRow, receipt: 'a secret of who reported' },
  },
]
