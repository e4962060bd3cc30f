import ScanOutlined from '@ant-design/icons/ScanOutlined'
import { deviceTypeNames } from '@mimamori/contract/kbn'
import { Input, type InputRef } from 'antd'
import { type Ref, useId, useState } from 'react'
import { findSuggestions, isBelt, type Scanned } from './resolve-scan.ts'
import type { ShownDay } from './apply-unsent.ts'
import styles from './scan-field.module.css'

type ScanFieldProps = {
  readonly ref?: Ref<InputRef>
  readonly day: ShownDay
  readonly label: string
  readonly placeholder: string
  /** Which of what is found may be chosen here. */
  readonly accepts?: (found: Scanned) => boolean
  readonly onPick: (found: Scanned) => void
}

const keyOf = (found: Scanned): string =>
  found.kind === 'person' ? `p${found.person.userId}` : `d${found.device.deviceType}-${found.device.serialNumber}`

const typeName = (type: string): string => (type === '2' ? '安全帯' : Object.hasOwn(deviceTypeNames, type) ? 'タグ' : type)

const Suggestion = ({ found }: { readonly found: Scanned }) =>
  found.kind === 'person' ? (
    <>
      <strong>{found.person.fullName}</strong>
      <span>{[found.person.groupName, found.person.serialNumber].filter((part) => part !== null).join('・')}</span>
    </>
  ) : (
    <>
      <strong className={styles['id']}>{found.device.serialNumber}</strong>
      <span>
        {typeName(found.device.deviceType)}
        {found.device.isWorn ? '・使用中' : ''}
      </span>
    </>
  )

const anything = () => true

/** A field for a scanner or for typing: a number, a card or a name. One match is taken with Enter, several are offered. */
export const ScanField = ({ ref, day, label, placeholder, accepts = anything, onPick }: ScanFieldProps) => {
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState('')
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const found = findSuggestions(day, text).filter(accepts)
  const pick = (one: Scanned) => {
    setText('')
    setUnknown('')
    onPick(one)
  }
  const enter = () => {
    const [only, ...others] = found
    if (only !== undefined && others.length === 0) return pick(only)
    if (only === undefined && text.trim() !== '') {
      setUnknown(text.trim())
      setText('')
    }
  }
  return (
    <div
      className={styles['place']}
      onFocus={() => setOpen(true)}
      onBlur={(event) => setOpen(event.currentTarget.contains(event.relatedTarget))}
    >
      <Input
        ref={ref}
        size="large"
        className={styles['field'] ?? ''}
        aria-label={label}
        aria-controls={listId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={placeholder}
        prefix={<ScanOutlined aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setUnknown('')
        }}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && enter()}
      />
      <ul id={listId} className={styles['found']} aria-label="候補" hidden={!isOpen || found.length === 0}>
        {found.map((one) => (
          <li key={keyOf(one)}>
            <button type="button" onClick={() => pick(one)}>
              <Suggestion found={one} />
            </button>
          </li>
        ))}
      </ul>
      {unknown !== '' && (
        <p role="alert" className={styles['unknown']}>
          「{unknown}」は見つかりません。番号を確かめるか、機器と作業者の登録を確かめてください。
        </p>
      )}
    </div>
  )
}

/** Whether a match is a device that can be handed out as a tag. */
export const isTag = (found: Scanned): boolean => found.kind === 'device' && !isBelt(found.device)
