import { auditResourceNames, readerNames } from '@mimamori/contract'
import type { OwnFile } from '../own-file.ts'
import { readsOf } from '../reads.ts'
import { sql } from 'kysely'

/** Who looked at the person's details until now. */
export const readFile = (now: Date): OwnFile => ({
  key: 'reads',
  title: '見た人',
  tables: [],
  rows: (person) => sql`from ${readsOf(person, now)} t where true`,
  order: { 't.at': 'timestamptz', 't.is_bulk': 'boolean', 't.screen': 'text', 't.role': 'text', 't.action': 'text' },
  columns: {
    at: '日時',
    role: { label: '見た人の権限', words: readerNames },
    screen: { label: '画面', words: auditResourceNames },
    action: { label: '方法', words: { read: '画面', export: 'ファイル' } },
    is_bulk: '一覧（1時間ごと）',
    times: '回数',
  },
  leftOut: {},
})
