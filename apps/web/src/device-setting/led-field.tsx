import type { LedColors } from '@mimamori/contract/device-setting'
import { Button, ColorPicker } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { z } from 'zod'
import { GroupField } from '../kit/form/field.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import type { FormState } from '../kit/form/use-form.ts'
import styles from './led-field.module.css'

type LedDraft = z.ZodObject<{ ledColor: typeof LedColors }>

/** Width of the picker (spec §9). */
const pickerWidth = 300

const focusIn = (panel: HTMLElement | null) => {
  if (panel !== null && !panel.contains(document.activeElement)) panel.querySelector('input')?.focus()
}

/** Names a panel's controls, which antd does not, and takes the focus to them once the panel is in sight. */
const enter = (panel: HTMLElement | null) => {
  if (panel === null) return undefined
  panel.querySelector('input')?.setAttribute('aria-label', '16進数の色')
  panel.querySelector('[role=slider]')?.setAttribute('aria-label', '色相')
  const watch = new ResizeObserver(() => focusIn(panel))
  watch.observe(panel)
  return () => watch.disconnect()
}

type SwatchProps = {
  readonly id: string | undefined
  readonly number: number
  readonly hex: string
  readonly onPick: (hex: string) => void
}

/** One colour of the lamp, with its value for those who cannot distinguish colours; the picker applies it only with OK. */
const Swatch = ({ id, number, hex, onPick }: SwatchProps) => {
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState(hex)
  const swatch = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const inside = () => document.getElementById(panelId)
  const change = (next: boolean) => {
    setPicked(hex)
    setOpen(next)
    if (!next && inside()?.contains(document.activeElement) === true) swatch.current?.focus()
  }
  const take = () => {
    change(false)
    onPick(picked)
  }
  // Enter in a field would send the form around it, without the colour.
  const takeByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    event.preventDefault()
    take()
  }
  // A panel that was open before is still there, and no change of its size shows that it is in sight again.
  useEffect(() => {
    if (open) focusIn(document.getElementById(panelId))
  }, [open, panelId])
  const withOk = (panel: ReactNode) => (
    <div
      ref={enter}
      id={panelId}
      role="group"
      aria-label={`LED ${number}の色`}
      className={styles['panel']}
      style={{ width: pickerWidth }}
      onKeyDownCapture={takeByEnter}
    >
      {panel}
      <div className={styles['ok']}>
        <span>
          いまの色 <span className="id">#{hex}</span>
        </span>
        <Button type="primary" size="small" onClick={take}>
          OK
        </Button>
      </div>
    </div>
  )
  return (
    <ColorPicker
      open={open}
      onOpenChange={change}
      trigger="click"
      format="hex"
      disabledFormat
      disabledAlpha
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      value={`#${picked}`}
      onChange={(color) => setPicked(color.toHex().slice(0, 6).toUpperCase())}
      panelRender={withOk}
    >
      <button
        ref={swatch}
        type="button"
        id={id}
        className={styles['swatch']}
        aria-label={`LED ${number} #${hex} 色を変える`}
        aria-expanded={open}
      >
        <span className={styles['colour']} style={{ background: `#${hex}` }} />
        <span className={styles['number']}>{number}</span>
        <span className="id">#{hex}</span>
      </button>
    </ColorPicker>
  )
}

/** The six colours of a terminal's lamp. */
export const LedField = <Schema extends z.ZodObject>({
  form,
  hint,
}: { readonly form: FormState<Schema>; readonly hint: ReactNode } & Needs<Schema, 'ledColor'>) => {
  const part = partOf<LedDraft>(form)
  const colours = (part.draft.ledColor ?? '').split(',')
  return (
    <GroupField form={part} name="ledColor" hint={hint} said={part.draft.ledColor}>
      {({ id }) => (
        <div className={styles['swatches']}>
          {colours.map((hex, index) => (
            <Swatch
              key={index}
              // The first one takes the focus if the field has a fault.
              id={index === 0 ? id : undefined}
              number={index + 1}
              hex={hex}
              onPick={(picked) => part.set('ledColor', colours.with(index, picked).join(','))}
            />
          ))}
        </div>
      )}
    </GroupField>
  )
}
