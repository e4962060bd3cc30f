import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { keepPreviousData, type Query, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Filter } from '../kit/filter-bar.tsx'
import type { Choice } from '../kit/form/select-field.tsx'
import { typingPauseMs } from '../kit/typing-pause.ts'
import { queryOf } from '../platform/query.ts'
import styles from './device-panel.module.css'

/** A search narrows these down; an office may have thousands. */
const mostOffered = 50
const beltType = '2'

export type DeviceChoiceProps = {
  readonly officeId: number
  readonly serial: string | undefined
  readonly onChoose: (serial: string | undefined) => void
}

const officeOf = (key: readonly unknown[]) => (key[1] as { readonly query?: { readonly officeId?: number } } | undefined)?.query?.officeId

/** What was found before stays until this search is answered, so that nothing goes away under a finger; never another office's. */
const sameOffice =
  (officeId: number) =>
  <Data,>(before: Data | undefined, { queryKey }: Pick<Query, 'queryKey'> = { queryKey: [] }): Data | undefined =>
    officeOf(queryKey) === officeId ? keepPreviousData(before) : undefined

type SearchSelectProps = Pick<DeviceChoiceProps, 'serial' | 'onChoose'> & {
  readonly label: string
  readonly choices: readonly Choice<string>[] | undefined
  readonly failed: boolean
  readonly onSearch: (text: string | undefined) => void
}

const SearchSelect = ({ label, serial, choices, failed, onSearch, onChoose }: SearchSelectProps) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(text.trim() === '' ? undefined : text.trim()), typingPauseMs)
  }
  return (
    <Filter label={label}>
      {(id) => (
        <Select
          id={id}
          className={styles['choice'] ?? ''}
          popupMatchSelectWidth={false}
          showSearch={{ filterOption: false, onSearch: search }}
          allowClear
          loading={choices === undefined && !failed}
          placeholder="番号で探す"
          value={serial ?? null}
          options={[...(choices ?? [])]}
          onChange={(chosen) => onChoose(chosen ?? undefined)}
          notFoundContent={
            failed
              ? '読み込めませんでした。もう一度開いてください。'
              : choices === undefined
                ? '読み込んでいます'
                : '該当する機器はありません'
          }
        />
      )}
    </Filter>
  )
}

const withSerial = (serial: string, more: string | null) => (more === null || more === '' ? serial : `${serial}　${more}`)

/** Picks a terminal of the office, by its number, shown with who wears it. */
export const TerminalChoice = ({ officeId, ...rest }: DeviceChoiceProps) => {
  const [serialNumber, setSerialNumber] = useState<string>()
  const { data, error } = useQuery({
    ...queryOf(endpoints.device.list, {
      query: { officeId, deviceType: beltType, limit: mostOffered, ...(serialNumber !== undefined && { serialNumber }) },
    }),
    placeholderData: sameOffice(officeId),
  })
  const choices = data?.data.map((row) => ({ value: row.serialNumber, label: withSerial(row.serialNumber, row.fullName) }))
  return (
    <SearchSelect
      {...rest}
      label={labels.terminalSetting.smartSafetyBeltId}
      choices={choices}
      failed={error !== null}
      onSearch={setSerialNumber}
    />
  )
}

/** Picks a base station of the office, by its number, shown with its place. */
export const BarometerChoice = ({ officeId, ...rest }: DeviceChoiceProps) => {
  const [serialNumber, setSerialNumber] = useState<string>()
  const { data, error } = useQuery({
    ...queryOf(endpoints.barometer.list, { query: { officeId, limit: mostOffered, ...(serialNumber !== undefined && { serialNumber }) } }),
    placeholderData: sameOffice(officeId),
  })
  const choices = data?.data.map((row) => ({ value: row.id, label: withSerial(row.id, row.locationName) }))
  return (
    <SearchSelect
      {...rest}
      label={labels.barometerSetting.referenceBarometerId}
      choices={choices}
      failed={error !== null}
      onSearch={setSerialNumber}
    />
  )
}
