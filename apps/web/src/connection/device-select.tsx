import { deviceKindNames } from '@mimamori/contract/kbn'
import { Select } from 'antd'
import { useState } from 'react'
import { KindMark } from '../marks/kind-mark.tsx'
import { type DeviceChoice, useDeviceChoices } from './device-choices.ts'
import styles from './device-panel.module.css'

type Props = {
  readonly officeId: number
  /** What the select is called to who cannot see it. */
  readonly label: string
  readonly value: string | null
  readonly isBusy?: boolean
  readonly onChoose: (choice: DeviceChoice) => void
  /** What differs from others of its kind, in a form. */
  readonly control?: object
}

const wordsOf = ({ locationName, serialNumber }: DeviceChoice): string => `${locationName ?? ''} ${serialNumber}`.trim()

const drawn = ({ kind, locationName, serialNumber }: DeviceChoice) => (
  <span className={styles['option']}>
    <KindMark kind={kind} />
    <span className={styles['place']}>{locationName ?? deviceKindNames[kind]}</span>
    <span className="id">{serialNumber}</span>
  </span>
)

/** One of the site's devices, found by its place or a part of its number. */
export const DeviceSelect = ({ officeId, label, value, isBusy = false, onChoose, control }: Props) => {
  const [wasOpen, setWasOpen] = useState(false)
  const choices = useDeviceChoices(officeId, wasOpen)
  return (
    <Select
      {...control}
      aria-label={label}
      className={styles['select'] ?? ''}
      popupMatchSelectWidth={320}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="機器を選ぶ"
      loading={isBusy || choices === undefined}
      disabled={isBusy}
      value={value}
      options={choices?.map((choice) => ({ value: choice.key, label: wordsOf(choice), choice })) ?? []}
      optionRender={({ data }) => drawn(data.choice)}
      onOpenChange={(isOpen) => isOpen && setWasOpen(true)}
      onChange={(_, option) => {
        if (option !== undefined && 'choice' in option) onChoose(option.choice)
      }}
      notFoundContent="該当する機器はありません"
    />
  )
}
