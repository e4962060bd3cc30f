import { message } from '@mimamori/contract/messages'
import { siteMap } from '@mimamori/contract/site-map'
import { confirm } from '../kit/dialogs.ts'
import { call } from '../platform/api.ts'
import { bodyOf, emptyRow, nameOf, type RowDraft } from './map-rows.ts'
import { countInWords, placedOn } from './placed-devices.ts'

const isUntouched = (row: RowDraft) => row.refused === null && JSON.stringify(bodyOf(row)) === JSON.stringify(bodyOf(emptyRow(row.key)))

const untilSaved = '削除は、保存したときに行います。'

const consequenceOf = async (id: number): Promise<string> => {
  try {
    const devices = placedOn(await call(siteMap.one, { params: { id } }))
    if (devices.length === 0) return `置いてある機器はありません。${untilSaved}`
    return `置いてある${countInWords(devices)}は、未配置に戻ります。${untilSaved}`
  } catch {
    // A person who deletes may continue without the count; the consequence is the same.
    return `置いてある機器があれば、未配置に戻ります。${untilSaved}`
  }
}

/** Asks before a row is deleted, naming what is on the map; a row that nobody has typed into is deleted without a question. */
export const askToRemove = async (row: RowDraft): Promise<boolean> => {
  if (row.id === null && isUntouched(row)) return true
  const consequence = row.id === null ? 'この行に入力した内容は失われます。' : await consequenceOf(row.id)
  return confirm({ body: message('C001', { name: nameOf(row), code: '', consequence }), verb: '削除する' })
}
