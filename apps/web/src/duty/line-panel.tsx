import PhoneOutlined from '@ant-design/icons/PhoneOutlined'
import type { Duty } from '@mimamori/contract/duty'
import type { ReactNode } from 'react'
import { telOf } from '../kit/tel-of.ts'
import { Card } from './card.tsx'
import styles from './line-panel.module.css'

/** Who is informed next of somebody who feels ill, step by step, with their telephones. */
export const LinePanel = ({ duty, side }: { readonly duty: Duty; readonly side?: ReactNode }) => (
  <Card title="報告の体制" note={duty.validFrom === null ? 'まだ保存していません' : `${duty.validFrom}から`} side={side}>
    <ol className={styles['line']}>
      {duty.line.map(({ role, name, phone }, index) => (
        <li key={`${String(index)} ${role}`}>
          <span className={styles['number']} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <strong>{role === '' ? name : role}</strong>
            {role !== '' && name !== '' && <span>{name}</span>}
          </div>
          {phone !== null && (
            <a href={telOf(phone)} className={styles['phone']} aria-label={`${role === '' ? name : role}へ電話 ${phone}`}>
              <PhoneOutlined aria-hidden="true" /> {phone}
            </a>
          )}
        </li>
      ))}
    </ol>
  </Card>
)
