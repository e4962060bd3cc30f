import { clothingNames, clothings, HeatLayer as LayerSchema, metabolicClassNames } from '@mimamori/contract/heat-profile'
import { labels } from '@mimamori/contract/labels'
import { heatBasisOn, type HeatLayer, type HeatLayers } from '@mimamori/heat'
import { useState } from 'react'
import { z } from 'zod'
import { FixedField } from '../../kit/form/form-section.tsx'
import { partOf, type Needs } from '../../kit/form/part-of.ts'
import { SelectField } from '../../kit/form/select-field.tsx'
import type { FormState } from '../../kit/form/use-form.ts'
import { dateOf } from '../../platform/japan-time.ts'
import styles from './heat-fields.module.css'

const Layer = z.object(LayerSchema)

const classChoices = metabolicClassNames.map((label, value) => ({ value, label: `${value}　${label}` }))
const clothingChoices = clothings.map((value) => ({ value, label: clothingNames[value] }))
const acclimatisedNames = { 1: '慣れている', 0: '慣れていない' } as const
const acclimatisedChoices = [
  { value: '1', label: acclimatisedNames[1] },
  { value: '0', label: acclimatisedNames[0] },
]

/** What choosing, or leaving empty, means for acclimatisation. Source of the rule: decisions/0116. */
const acclimatisedHints = {
  worker: '空のとき、暑さの中で2時間以上働いた日が測定で7日そろうと「慣れている」です。そろうまでは、グループと拠点の設定によります。',
  group: '暑さに慣れた人だけの班なら「慣れている」にします。測定で慣れたと分かった人は、選ばなくても慣れた人の基準値になります。',
  office: '暑さに慣れた人だけの拠点なら「慣れている」にします。測定で慣れたと分かった人は、選ばなくても慣れた人の基準値になります。',
} as const

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

/** Where a value comes from that the form leaves empty; what nobody said is nobody's to name. */
const sources = {
  group: 'グループと同じ',
  office: '拠点と同じ',
  attention: '要注意のため',
  observed: '測定の実績から',
  firstExposure: '働き始めた日から',
  worker: null,
  default: null,
} as const

type HeatFieldsProps<Schema extends z.ZodObject> = {
  readonly form: FormState<Schema>
  /** Whose layer the form holds. */
  readonly of: keyof HeatLayers
  /** What the places above say, as far as it is known. */
  readonly above: HeatLayers
  /** What was observed of a worker's acclimatisation, and their first day in the heat, YYYY-MM-DD. */
  readonly observedAcclimatised?: boolean | null
  readonly firstExposureOn?: string | null
} & Needs<Schema, 'metabolicClass' | 'acclimatised' | 'clothing'>

const nothing: HeatLayer = { metabolicClass: null, acclimatised: null, clothing: null }

/** Work, acclimatisation and clothing, and the reference value that follows from them. */
export const HeatFields = <Schema extends z.ZodObject>({
  form,
  of,
  above,
  observedAcclimatised = null,
  firstExposureOn = null,
}: HeatFieldsProps<Schema>) => {
  const part = partOf<typeof Layer>(form)
  const [today] = useState(() => dateOf(Date.now()))
  const basisWith = (own: HeatLayer) => heatBasisOn(today, { ...above, [of]: { ...own, observedAcclimatised, firstExposureOn } })
  const inherited = basisWith(nothing)
  const asAbove = (value: keyof HeatLayer, name: string) => {
    const source = sources[inherited.origins[value]]
    return source === null ? {} : { placeholder: `${source}（${name}）` }
  }
  return (
    <>
      <SelectField
        form={part}
        name="metabolicClass"
        choices={classChoices}
        {...asAbove('metabolicClass', metabolicClassNames[inherited.metabolicClass])}
      />
      <SelectField
        form={part}
        name="acclimatised"
        choices={acclimatisedChoices}
        hint={acclimatisedHints[of]}
        {...asAbove('acclimatised', acclimatisedNames[inherited.acclimatised ? 1 : 0])}
      />
      <SelectField form={part} name="clothing" choices={clothingChoices} {...asAbove('clothing', clothingNames[inherited.clothing])} />
      <FixedField
        label={labels.user.referenceWbgt}
        value={
          <output className={styles['limit']}>
            {basisWith(layerOf(part)).limitWbgt}
            <span className={styles['unit']}> ℃　WBGTがこれを超えると注意します。健康な大人の目安です。</span>
          </output>
        }
      />
    </>
  )
}
