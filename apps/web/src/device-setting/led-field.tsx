import type { LedColors } from '@mimamori/contract/device-setting'
import { Button, ColorPicker } from 'antd'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { GroupField } from '../kit/form/field.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import type { FormState } from '../kit/form/use-form.ts'
import styles from './led-field.module.css'

type LedDraft = z.ZodObject<{ ledColor: typeof LedColors }>

/** Width of the picker (spec §9). */
const pickerWidth = 300

type SwatchProps = { readonly id: string | undefined; readonly number: number; readonly hex: string; readonly onPick: (hex: string) => void }

/** One colour of the lamp, with its value for those who cannot tell colours; the picker takes it over with OK alone. */
const Swatch = ({ id, number, hex, onPick }: SwatchProps) => {
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState(hex)
  const change = (next: boolean) => {
    setPicked(hex)
    setOpen(next)
  }
  const take = () => {
    setOpen(false)
    onPick(picked)
  }
  const withOk = (panel: ReactNode) => (
    <div role="group" aria-label={`LED ${number}の色`} className={styles['panel']} style={{ width: pickerWidth }}>
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
      value={`#${picked}`}
      onChange={(color) => setPicked(color.toHex().slice(0, 6).toUpperCase())}
      panelRender={withOk}
    >
      <button type="button" id={id} className={styles['swatch']} aria-label={`LED ${number} #${hex} 色を変える`} aria-expanded={open}>
        <span className={styles['colour']} style={{ background: `#${hex}` }} />
        <span className={styles['number']}>{number}</span>
        <span className="id">#{hex}</span>
      </button>
    </ColorPicker>
  )
}

/** The six colours of a terminal's lamp. */
export const LedField = <Schema extends z.ZodObject>({ form, hint }: { readonly form: FormState<Schema>; readonly hint: ReactNode } & Needs<Schema, 'ledColor'>) => {
  const part = partOf<LedDraft>(form)
  const colours = (part.draft.ledColor ?? '').split(',')
  return (
    <GroupField form={part} name="ledColor" hint={hint} said={part.draft.ledColor}>
      {({ id }) => (
        <div className={styles['swatches']}>
          {colours.map((hex, index) => (
            <Swatch
              key={index}
              // The first one stands for the field where a fault calls for the focus.
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
