import { requiredText } from '@mimamori/contract/field'
import { Button, Modal } from 'antd'
import { z } from 'zod'
import { Field } from '../../kit/form/field.tsx'
import { text } from '../../kit/form/text-field.tsx'
import { useForm, type FormState } from '../../kit/form/use-form.ts'
import { askToLose } from '../../kit/ask-to-lose.ts'
import styles from './coordinates-dialog.module.css'
import { StrippedInput } from './stripped-input.tsx'
import { isBlank, numberWithin, ranges, numberText, stripped, type NumberRange } from './typed-number.ts'

const typed = (range: NumberRange, rule: string) => ({
  text: z.string().transform(stripped),
  isGood: (value: string) => numberWithin(value, range) !== null,
  params: { params: { rule } },
})
const [latitude, longitude, zoom] = [typed(ranges.latitude, 'latitude'), typed(ranges.longitude, 'longitude'), typed(ranges.zoom, 'zoom')]

const schema = z.object({
  latitude: requiredText(40).pipe(latitude.text).refine(latitude.isGood, latitude.params).transform(Number),
  longitude: requiredText(40).pipe(longitude.text).refine(longitude.isGood, longitude.params).transform(Number),
  zoom: zoom.text
    .refine((value) => isBlank(value) || zoom.isGood(value), zoom.params)
    .transform((value) => (isBlank(value) ? null : Number(value))),
})

/** What the dialog hands back: degrees, null where they were taken away, and the zoom where there was one to set. */
export type Coordinates = { readonly latitude: number | null; readonly longitude: number | null; readonly zoom: number | null }

type LineProps = { readonly form: FormState<typeof schema>; readonly name: keyof typeof schema.shape; readonly hint: string }

const Line = ({ form, name, hint }: LineProps) => {
  const value = text(form.draft[name])
  return (
    <Field form={form} name={name} hint={hint} said={value}>
      {(control) => <StrippedInput {...control} value={value} onChange={(next) => form.set(name, next)} />}
    </Field>
  )
}

type CoordinatesDialogProps = {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly zoom: number | null
  readonly onTake: (coordinates: Coordinates) => void
  readonly onClose: () => void
}

/** The saved place taken away, with the zoom as typed; null where the fields say anything else. */
const clearedBy = (draft: FormState<typeof schema>['draft']): Coordinates | null => {
  const depth = schema.shape.zoom.safeParse(text(draft.zoom))
  const isEmptied = isBlank(stripped(text(draft.latitude))) && isBlank(stripped(text(draft.longitude)))
  return isEmptied && depth.success ? { latitude: null, longitude: null, zoom: depth.data } : null
}

const asText = (value: number | null) => (value === null ? '' : numberText(value, 9))

/** Asks for the middle of a map in degrees, and how far it is zoomed in. */
export const CoordinatesDialog = ({ latitude: north, longitude: east, zoom: depth, onTake, onClose }: CoordinatesDialogProps) => {
  const form = useForm('map-coordinates', {
    schema,
    resource: 'siteMap',
    initial: { latitude: asText(north), longitude: asText(east), zoom: asText(depth) },
    onSubmit: async (coordinates) => onTake(coordinates),
    onSaved: onClose,
  })
  const isSaved = north !== null || east !== null
  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    const cleared = isSaved ? clearedBy(form.draft) : null
    if (cleared === null) return form.submit()
    onTake(cleared)
    onClose()
  }
  const leave = async () => {
    if (!form.isDirty() || (await askToLose('決めずに閉じる'))) onClose()
  }
  return (
    <Modal
      open
      centered
      width={420}
      title="緯度と経度"
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={
        <>
          <Button onClick={() => void leave()}>やめる</Button>
          <Button type="primary" onClick={() => void submit()}>
            決定する
          </Button>
        </>
      }
    >
      <form className={styles['fields']} noValidate onSubmit={(event) => void submit(event)}>
        <Line form={form} name="latitude" hint="北緯を度で入れます。例 35.681236" />
        <Line form={form} name="longitude" hint="東経を度で入れます。例 139.767125" />
        {isSaved && <p className={styles['note']}>緯度と経度を両方とも空にすると、位置を消します。</p>}
        <Line form={form} name="zoom" hint="0から22まで。大きいほど近くを見ます。" />
        {/* Enter in a field submits only where a form has a button of its own. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Modal>
  )
}
