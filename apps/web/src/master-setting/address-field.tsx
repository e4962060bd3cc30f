import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { addressFault } from '@mimamori/contract/setting-faults'
import { type SettingName, splitAddresses } from '@mimamori/contract/settings'
import { Select } from 'antd'
import styles from './address-field.module.css'
import { SettingRow } from './setting-row.tsx'
import type { SettingForm } from './use-setting-form.ts'

type TagProps = { readonly value?: string; readonly closable: boolean; readonly onClose: () => void }

const drawTag = ({ value = '', closable, onClose }: TagProps) => (
  <span className={styles['address']} data-wrong={addressFault(value) !== undefined}>
    {value}
    {closable && (
      <button type="button" className={styles['remove']} aria-label={`${value}を外す`} onClick={onClose}>
        <CloseOutlined aria-hidden="true" />
      </button>
    )}
  </span>
)

type AddressFieldProps = { readonly form: SettingForm; readonly name: SettingName; readonly label: string }

const isEmptied = (form: SettingForm, name: SettingName) => {
  const shown = form.shown(name)
  return shown !== undefined && shown.own && shown.value === ''
}

/** Addresses that mails go to, one by one; what is pasted falls apart into its addresses. */
export const AddressField = ({ form, name, label }: AddressFieldProps) => (
  <SettingRow
    form={form}
    name={name}
    label={label}
    {...(isEmptied(form, name) && { hint: 'だれも入っていません。会社の宛先も使いません。' })}
  >
    {({ id, value, wrong, disabled, describedBy, set }) => (
      <Select
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
        tagRender={drawTag}
        // Whoever types one twice means it once.
        onChange={(addresses: string[]) => set([...new Set(splitAddresses(addresses.join(',')))].join(','))}
      />
    )}
  </SettingRow>
)
