import MinusOutlined from '@ant-design/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import RotateLeftOutlined from '@ant-design/icons/RotateLeftOutlined'
import RotateRightOutlined from '@ant-design/icons/RotateRightOutlined'
import { Button, Slider } from 'antd'
import { useId } from 'react'
import { changed, imageZoomRange, type PictureSize } from '../../map-canvas/overlay-geometry.ts'
import styles from './drawing-tools.module.css'
import { scaledBy, straightened } from './position.ts'
import type { Stepping } from './use-steps.ts'

type Props = {
  readonly size: PictureSize
  /** How strongly the drawing shows over the map, 0 to 1. */
  readonly strength: number
  readonly onStrength: (strength: number) => void
  readonly onChange: Stepping['setCorners']
}

/** The buttons that scale, turn and straighten the drawing, and how strongly it shows. */
export const DrawingTools = ({ size, strength, onStrength, onChange }: Props) => {
  const id = useId()
  const { step } = imageZoomRange
  return (
    <div className={styles['tools']}>
      <div className={styles['buttons']}>
        <Button
          icon={<MinusOutlined aria-hidden="true" />}
          aria-label="図面を小さくする"
          onClick={() => onChange((corners) => scaledBy(size, corners, 1 / step), null)}
        />
        <Button
          icon={<PlusOutlined aria-hidden="true" />}
          aria-label="図面を大きくする"
          onClick={() => onChange((corners) => scaledBy(size, corners, step), null)}
        />
        <Button
          icon={<RotateLeftOutlined aria-hidden="true" />}
          aria-label="図面を左へ1度回す"
          onClick={() => onChange((corners) => changed(corners, { turn: -1 }), null)}
        />
        <Button
          icon={<RotateRightOutlined aria-hidden="true" />}
          aria-label="図面を右へ1度回す"
          onClick={() => onChange((corners) => changed(corners, { turn: 1 }), null)}
        />
        <Button onClick={() => onChange((corners) => straightened(size, corners), null)}>ゆがみを直す</Button>
      </div>
      <div className={styles['strength']}>
        <span id={id}>図面の濃さ</span>
        <Slider
          min={10}
          max={100}
          step={5}
          value={Math.round(strength * 100)}
          ariaLabelledByForHandle={id}
          tooltip={{ formatter: (percent) => `${percent}%` }}
          onChange={(percent) => onStrength(percent / 100)}
        />
      </div>
    </div>
  )
}
