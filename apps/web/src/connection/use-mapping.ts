import type { ConnectionDetail } from '@mimamori/contract/connection'
import { message } from '@mimamori/contract/messages'
import { useMemo, useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { useUnsavedGuard } from '../kit/unsaved-guard.ts'
import { AnswerError } from '../platform/call-error.ts'
import { changeConnection, refreshConnections, withOwnMapping } from './connection-calls.ts'
import { entriesOf, isSameMapping, type MappingRow, rowsOf } from './mapping-draft.ts'

const isStale = (error: unknown) => error instanceof AnswerError && error.status === 412

/**
 * A mapping of a connection as it is edited, until it is saved. Nothing typed is lost by what others save meanwhile.
 * @param ownOf the DevEUI whose own mapping is edited; undefined for that of the connection
 */
export const useMapping = (connection: ConnectionDetail, ownOf: string | undefined) => {
  const { id, version } = connection
  const savedIn = (detail: ConnectionDetail) => detail.devices.find(({ devEui }) => devEui === ownOf)?.mapping ?? detail.mapping
  const saved = savedIn(connection)
  const [base, setBase] = useState({ mapping: saved, version })
  const [rows, setRows] = useState<readonly MappingRow[]>(() => rowsOf(saved))
  const [isSaving, setSaving] = useState(false)
  // Rows without a choice are complained of from the first attempt to save.
  const [wasTried, setTried] = useState(false)
  const entries = useMemo(() => entriesOf(rows), [rows])
  const isDirty = rows.length !== entries.length || !isSameMapping(entries, base.mapping)
  const startOver = (next: ConnectionDetail) => {
    setBase({ mapping: savedIn(next), version: next.version })
    setRows(rowsOf(savedIn(next)))
    setTried(false)
  }
  if (!isDirty && !isSameMapping(saved, base.mapping)) startOver(connection)
  useUnsavedGuard(() => isDirty)

  const save = async () => {
    setTried(true)
    if (rows.length !== entries.length) return
    setSaving(true)
    try {
      // Other parts of the connection, which are saved apart, count up its version too.
      const known = isSameMapping(saved, base.mapping) ? version : base.version
      const change = ownOf === undefined ? { mapping: entries } : { devices: withOwnMapping(connection, ownOf, entries) }
      startOver(await changeConnection(id, { version: known, ...change }))
      notify.success(message('C003'))
    } catch (error) {
      if (!isStale(error)) return void showFailure(error)
      if (!(await confirm({ body: message('C022'), verb: '読み込み直す', cancel: '編集に戻る' }))) return
      startOver(connection)
      await refreshConnections()
    } finally {
      setSaving(false)
    }
  }
  return { rows, setRows, entries, isDirty, isSaving, wasTried, save, discard: () => startOver(connection) }
}

export type MappingForm = ReturnType<typeof useMapping>
