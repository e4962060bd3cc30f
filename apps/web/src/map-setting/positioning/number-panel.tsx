import { labels } from '@mimamori/contract/labels'
import type { ReactNode } from 'react'
import { cornersOfTexts, textsOfCorners } from '../../map-canvas/corner-text.ts'
import { canCarry, metresOf, placementOf, type Corners, type PictureSize } from '../../map-canvas/overlay-geometry.ts'
import styles from './number-panel.module.css'
import { placedAt, type View } from './position.ts'
import { NumberBox, TypedBox } from './typed-box.tsx'
import { ranges } from './typed-number.ts'
import type { Stepping } from './use-steps.ts'

const Part = ({ title, note, children }: { readonly title: string; readonly note: string; readonly children: ReactNode }) => (
  <fieldset className={styles['part']}>
    <legend>{title}</legend>
    <p className={styles['note']}>{note}</p>
    <div className={styles['fields']}>{children}</div>
  </fieldset>
)

const metre = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 1 })

const names = ['angleCoordinate1', 'angleCoordinate2', 'angleCoordinate3', 'angleCoordinate4'] as const
type CornerName = (typeof names)[number]

const strippedPair = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[‐‑‒–—―−ー]/g, '-')
    .replaceAll('、', ',')
    .replaceAll(/[^0-9.,-]/g, '')

/** The corners with one of them as it is typed; null where that is no place, or no drawing could lie there. */
const withTyped = (corners: Corners, name: CornerName, text: string): Corners | null => {
  const next = cornersOfTexts({ ...textsOfCorners(corners), [name]: text })
  const isOnWorld = next?.every(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)
  return next !== null && isOnWorld === true && canCarry(next) ? next : null
}

type DrawingNumbersProps = { readonly size: PictureSize; readonly corners: Corners; readonly onChange: Stepping['setCorners'] }

/** How the drawing lies, in numbers. */
export const DrawingNumbers = ({ size, corners, onChange }: DrawingNumbersProps) => {
  const { centre, imageZoom, imageRotation } = placementOf(size, corners)
  const { width, height } = metresOf(corners)
  const texts = textsOfCorners(corners)
  const place = (values: Parameters<typeof placedAt>[2], run: string) => onChange((now) => placedAt(size, now, values), run)
  return (
    <Part title="図面" note={`現場での大きさ　横 ${metre.format(width)} m・縦 ${metre.format(height)} m`}>
      <NumberBox
        range={ranges.latitude}
        value={centre[1]}
        decimals={7}
        onChange={(latitude, run) => place({ centre: [centre[0], latitude] }, run)}
      />
      <NumberBox
        range={ranges.longitude}
        value={centre[0]}
        decimals={7}
        onChange={(longitude, run) => place({ centre: [longitude, centre[1]] }, run)}
      />
      <NumberBox
        range={ranges.rotation}
        unit="度"
        value={imageRotation}
        decimals={2}
        onChange={(next, run) => place({ imageRotation: next }, run)}
      />
      <NumberBox range={ranges.imageZoom} value={imageZoom} decimals={4} onChange={(next, run) => place({ imageZoom: next }, run)} />
      <details className={styles['corners']}>
        <summary>四隅の位置（緯度,経度）</summary>
        <div>
          {names.map((name) => (
            <TypedBox
              key={name}
              label={labels.siteMap[name]}
              value={texts[name]}
              strip={strippedPair}
              faultOf={(text) =>
                text === '' || withTyped(corners, name, text) !== null
                  ? undefined
                  : '正しくない値です。緯度,経度の形で、四隅が順に囲むように入力してください。'
              }
              onType={(text, run) => onChange((now) => withTyped(now, name, text) ?? now, run)}
            />
          ))}
        </div>
      </details>
    </Part>
  )
}

/** What the map shows when it is opened, in numbers. */
export const ViewNumbers = ({ view, onChange }: { readonly view: View; readonly onChange: Stepping['setView'] }) => {
  const look = (values: Partial<View>, run: string) => onChange((now) => ({ ...now, ...values }), run)
  const [longitude, latitude] = view.centre
  return (
    <Part title="地図" note="マップを開くと、いま見えている範囲が表示されます。">
      <NumberBox range={ranges.latitude} value={latitude} decimals={7} onChange={(next, run) => look({ centre: [longitude, next] }, run)} />
      <NumberBox
        range={ranges.longitude}
        value={longitude}
        decimals={7}
        onChange={(next, run) => look({ centre: [next, latitude] }, run)}
      />
      <NumberBox
        range={ranges.rotation}
        unit="度"
        value={view.rotation}
        decimals={2}
        onChange={(rotation, run) => look({ rotation }, run)}
      />
      <NumberBox range={ranges.zoom} value={view.zoom} decimals={2} onChange={(zoom, run) => look({ zoom }, run)} />
    </Part>
  )
}
