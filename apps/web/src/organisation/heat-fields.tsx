import { clothingNames, clothings, HeatLayer as LayerSchema, metabolicClassNames } from '@mimamori/contract/heat-profile'
import { labels } from '@mimamori/contract/labels'
import { z } from 'zod'
import { FixedField } from '../kit/form/form-section.tsx'
import { partOf, type Needs } from '../kit/form/part-of.ts'
import { SelectField } from '../kit/form/select-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import { heatLimitOf, resolveLayers, type HeatLayer } from './heat-basis.ts'
import styles from './heat-fields.module.css'

const Layer = z.object(LayerSchema)

const classChoices = metabolicClassNames.map((label, value) => ({ value, label: `${value}　${label}` }))
const clothingChoices = clothings.map((value) => ({ value, label: clothingNames[value] }))
const acclimatisedNames = { 1: '慣れている', 0: '慣れていない' } as const
const acclimatisedChoices = [
  { value: '1', label: acclimatisedNames[1] },
  { value: '0', label: acclimatisedNames[0] },
]

/** A layer as a form holds it: choices are text there. */
export const layerDraft = (layer: HeatLayer) => ({
  metabolicClass: layer.metabolicClass,
  acclimatised: layer.acclimatised === null ? null : layer.acclimatised ? '1' : '0',
  clothing: layer.clothing,
})

/** The layer a form holds at this moment. */
const layerOf = ({ draft }: FormState<typeof Layer>): HeatLayer => ({
  metabolicClass: draft.metabolicClass === null || draft.metabolicClass === undefined ? null : Number(draft.metabolicClass),
  acclimatised:
    draft.acclimatised === null || draft.acclimatised === undefined ? null : draft.acclimatised === '1' || draft.acclimatised === true,
  clothing: draft.clothing ?? null,
})

type HeatFieldsProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** The layers above, site first; none for a site itself. */
  readonly above: readonly HeatLayer[]
  /** What an empty choice means: 拠点に合わせる. */
  readonly inherit?: string
  /** Acclimatisation that follows from the record itself, below what is chosen. */
  readonly acclimatisedSelf?: boolean | null
} & Needs<Schema, 'metabolicClass' | 'acclimatised' | 'clothing'>

/** Work, acclimatisation and clothing, and the reference value that follows from them. */
export const HeatFields = <Schema extends z.ZodObject>({ form, above, inherit, acclimatisedSelf = null }: HeatFieldsProps<Schema>) => {
  const part = partOf<typeof Layer>(form)
  const layer = layerOf(part)
  const upper = resolveLayers(above)
  const held = { ...layer, acclimatised: layer.acclimatised ?? acclimatisedSelf }
  const asAbove = (name: string) => (inherit === undefined ? {} : { placeholder: `${inherit}（${name}）` })
  return (
    <>
      <SelectField form={part} name="metabolicClass" choices={classChoices} {...asAbove(metabolicClassNames[upper.metabolicClass] ?? '')} />
      <SelectField
        form={part}
        name="acclimatised"
        choices={acclimatisedChoices}
        {...asAbove(acclimatisedNames[(acclimatisedSelf ?? upper.acclimatised) ? 1 : 0])}
      />
      <SelectField form={part} name="clothing" choices={clothingChoices} {...asAbove(clothingNames[upper.clothing])} />
      <FixedField
        label={labels.user.referenceWbgt}
        value={
          <output className={styles['limit']}>
            {heatLimitOf([...above, held])}
            <span className={styles['unit']}> ℃　WBGTがこれを超えると注意します。</span>
          </output>
        }
      />
    </>
  )
}
