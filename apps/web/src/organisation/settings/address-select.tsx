import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { mergeAddresses } from '@mimamori/contract/mail-address'
import { addressFault } from '@mimamori/contract/setting-faults'
import { splitAddresses } from '@mimamori/contract/settings'
import { Select } from 'antd'
import { useState } from 'react'
import styles from './address-select.module.css'

type TagProps = { readonly value?: string; readonly closable: boolean; readonly onClose: () => void }

const drawTag =
  (sayOf: ((address: string) => string | undefined) | undefined) =>
  ({ value = '', closable, onClose }: TagProps) => (
    <span className={styles['address']} data-wrong={addressFault(value) !== undefined}>
      {value}
      <span className={styles['note']}>{sayOf?.(value)}</span>
      {closable && (
        <button type="button" className={styles['remove']} aria-label={`${value}を外す`} onClick={onClose}>
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </span>
  )

type AddressSelectProps = {
  readonly id: string
  /** The addresses, with commas between them. */
  readonly value: string
  readonly wrong: boolean
  readonly disabled?: boolean
  readonly describedBy: string | undefined
  readonly onChange: (addresses: string) => void
  /** What is known of an address, said beside it. */
  readonly sayOf?: (address: string) => string | undefined
}

/** Addresses that mails go to, one by one; what is pasted falls apart into its addresses, and what is typed counts without Enter. */
export const AddressSelect = ({ id, value, wrong, disabled = false, describedBy, onChange, sayOf }: AddressSelectProps) => {
  const [timesEmptied, setTimesEmptied] = useState(0)
  return (
    <Select
      // A new field is the empty one: the control keeps what is typed to itself.
      key={timesEmptied}
      autoFocus={timesEmptied > 0}
      id={id}
      className={styles['field'] ?? ''}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '、', ';', ' ', '\n', '，', '；', '　']}
      status={wrong ? 'error' : ''}
      disabled={disabled}
      aria-invalid={wrong}
      aria-describedby={describedBy}
      placeholder="アドレスを入れてEnter。貼り付けると1件ずつに分けます"
      value={splitAddresses(value)}
      tagRender={drawTag(sayOf)}
      onInputKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.currentTarget.value === '') return
        // Not for the dialog around it, which would close.
        event.stopPropagation()
        setTimesEmptied((times) => times + 1)
      }}
      // Anyone who types one twice means it once.
      onChange={(addresses: string[]) => onChange(mergeAddresses(splitAddresses(addresses.join(','))).join(','))}
    />
  )
}
