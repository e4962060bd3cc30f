import type { ConnectionDetail, ConnectionTrialResult } from '@mimamori/contract/connection'
import { connectionPresets, mappingOfPreset } from '@mimamori/contract/connection-presets'
import { labels } from '@mimamori/contract/labels'
import { keysOf } from '@mimamori/contract/typed-lists'
import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useNow } from '../platform/clock.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { heardAt, typeNames } from './connection-words.ts'
import { networkPaths, pathOf, presetOf, rowsOf, sourcesOf } from './mapping-draft.ts'
import { DeviceScope, ownMappingOf } from './device-scope.tsx'
import styles from './mapping-panel.module.css'
import { MappingRows } from './mapping-rows.tsx'
import { fieldName } from './mapping-words.ts'
import type { Json } from './message-lines.ts'
import { type MappedPath, MessageView } from './message-view.tsx'
import { numberedRows } from './numbered-rows.ts'
import { useMapping } from './use-mapping.ts'
import { useTrial } from './use-trial.ts'

const presets = keysOf(connectionPresets).map((value) => ({ value, label: connectionPresets[value].name }))

const TriedMessage = ({ tried, isWaiting }: { readonly tried: ConnectionTrialResult | undefined; readonly isWaiting: boolean }) => {
  const now = useNow(60_000)
  if (isWaiting) return <>次の1件を待っています…</>
  if (tried?.keptAt == null) return null
  return (
    <>
      最後に届いた1件で試しています　{heardAt(tried.keptAt, now)}　{tried.name ?? tried.devEui}
    </>
  )
}

const NoMessage = ({ connection, tried }: { readonly connection: ConnectionDetail; readonly tried: ConnectionTrialResult }) => {
  const system = typeNames[connection.type]
  return (
    <div className={styles['none']}>
      <p className={styles['none-title']}>
        {connection.lastAt === null ? 'まだ1件も届いていません' : (tried.reason ?? '届いた1件がありません')}
      </p>
      <p>
        {system}
        に送り先と合言葉を貼り、機器の電源を入れるか、ボタンを押して1件送らせてください。届いた1件がここに出て、どの値をどの項目にするかを決められます。
      </p>
    </div>
  )
}

type EditorProps = {
  readonly connection: ConnectionDetail
  /** Whose last message is shown; undefined until one has come. */
  readonly devEui: string | undefined
  /** That DevEUI where it has a mapping of its own, which is edited then. */
  readonly ownOf: string | undefined
  readonly onShow: (devEui: string) => void
}

const MappingEditor = ({ connection, devEui, ownOf, onShow }: EditorProps) => {
  const { id, type, lastAt } = connection
  const form = useMapping(connection, ownOf)
  // What is typed must not make way for the mapping of another DevEUI, which sends meanwhile.
  const show = (next: string) => {
    if (!form.isDirty || ownMappingOf(connection, next) === ownOf) onShow(next)
  }
  const trial = useTrial(id, form.entries, { devEui, isAnyNext: !form.isDirty, lastAt, onShow: show })
  const tried = trial.result.data
  const message = (tried?.message ?? null) as Json
  const sources = sourcesOf(message, type)
  const paths = networkPaths[type]
  const numbered = numberedRows(form.rows)
  const timeRow = numbered.time
  const mapped: MappedPath[] = [
    { path: paths.devEui, number: 1, name: '機器' },
    { path: timeRow === undefined ? paths.time : (pathOf(timeRow.from, sources) ?? ''), number: 2, name: fieldName('at') },
    ...numbered.rows.map(({ row, number }) => ({ path: pathOf(row.from, sources) ?? '', number, name: fieldName(row.to) })),
  ].filter(({ path }) => path !== '')
  return (
    <ConnectionPanel
      title={labels.connection.mapping}
      note={
        <p role="status">
          <TriedMessage tried={tried} isWaiting={trial.isWaiting} />
        </p>
      }
      buttons={
        <>
          <span className={styles['preset']}>
            <label htmlFor={`${id}-preset`}>形式</label>
            <Select
              id={`${id}-preset`}
              className={styles['presets'] ?? ''}
              popupMatchSelectWidth={false}
              placeholder="機種から選ぶ"
              value={presetOf(form.entries) ?? null}
              options={presets}
              onChange={(key) => key !== null && form.setRows(rowsOf(mappingOfPreset(key)))}
            />
          </span>
          <Button icon={<ReloadOutlined aria-hidden="true" />} onClick={() => trial.wait(!trial.isWaiting)}>
            {trial.isWaiting ? '待つのをやめる' : '次の1件を待つ'}
          </Button>
          {form.isDirty && <Button onClick={form.discard}>元に戻す</Button>}
          <Button type="primary" disabled={!form.isDirty} loading={form.isSaving} onClick={() => void form.save()}>
            対応を保存する
          </Button>
        </>
      }
    >
      <DeviceScope connection={connection} devEui={devEui} ownOf={ownOf} form={form} onShow={onShow} />
      {tried === undefined ? (
        <NoAnswerYet result={trial.result} height={320} />
      ) : (
        <>
          {trial.result.error !== null && <StaleBanner result={trial.result} />}
          <div className={styles['halves']}>
            {message === null ? (
              <NoMessage connection={connection} tried={tried} />
            ) : (
              <MessageView message={message} mapped={mapped} decodedPath={paths.decoded} />
            )}
            <MappingRows connection={connection} form={form} tried={tried} message={message} sources={sources} />
          </div>
        </>
      )}
    </ConnectionPanel>
  )
}

/** Which values of the messages become what: a DevEUI's last message beside the mapping by which it is read, and what comes of it. */
export const MappingPanel = ({ connection }: { readonly connection: ConnectionDetail }) => {
  const [devEui, setDevEui] = useState<string>()
  const ownOf = ownMappingOf(connection, devEui)
  return <MappingEditor key={ownOf ?? ''} connection={connection} devEui={devEui} ownOf={ownOf} onShow={setDevEui} />
}
