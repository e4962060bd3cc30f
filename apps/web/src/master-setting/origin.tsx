import { Button } from 'antd'
import type { SettingOrigin } from '@mimamori/contract/master-setting'
import type { SettingName, SettingOwner } from '@mimamori/contract/settings'
import { settingOf } from '@mimamori/contract/settings'
import styles from './origin.module.css'
import { settingValueInWords } from '../organisation/settings/setting-value.ts'
import { originNames } from './setting-words.ts'
import type { SettingForm } from './use-setting-form.ts'

const Glyph = ({ source }: { readonly source: SettingOrigin }) => (
  <svg className={styles['glyph']} viewBox="0 0 12 12" width="11" height="11" aria-hidden="true">
    <circle cx="6" cy="6" r="5" fill={source === 'office' ? 'currentColor' : 'none'} stroke="currentColor" strokeWidth="1.3" />
    {source === 'company' && <path d="M6 1 A5 5 0 0 0 6 11 Z" fill="currentColor" />}
  </svg>
)

/** Where a value comes from: ● the site, ◐ its company, ○ the default; the form's own are emphasised. */
export const OriginBadge = ({ source, own }: { readonly source: SettingOrigin; readonly own: boolean }) => (
  <span className={styles['badge']} data-own={own}>
    <Glyph source={source} />
    {originNames[source]}
  </span>
)

/** What the marks mean, and how many values are the form's own. */
export const OriginLegend = ({ owner, count }: { readonly owner: SettingOwner; readonly count: number | undefined }) => (
  <div className={styles['legend']}>
    <span>値の出どころ</span>
    {owner === 'office' && <OriginBadge source="office" own />}
    <OriginBadge source="company" own={owner === 'company'} />
    <OriginBadge source="default" own={false} />
    {count !== undefined && (
      <span>
        {owner === 'office' ? '会社の値と違う項目' : '既定と違う項目'} <strong>{count}</strong>
      </span>
    )}
  </div>
)

type OriginProps = {
  readonly form: SettingForm
  /** One setting, or those of a group that are taken back together. */
  readonly names: readonly SettingName[]
  /** What they are, for screen readers. */
  readonly label: string
}

// The unit is beside the control.
const shortly = (name: SettingName, value: string) => settingValueInWords(name, value).replace(/分$/, '')

const backTo = (sources: readonly SettingOrigin[]) => (sources.includes('company') ? '会社の値に戻す' : '既定に戻す')

/** Where values come from, what they would be without the own ones, and the way back to that. */
export const Origin = ({ form, names, label }: OriginProps) => {
  const all = names.flatMap((name) => form.shown(name) ?? [])
  const own = all.filter((shown) => shown.own)
  const source = own[0]?.source ?? all.find((shown) => shown.source === 'company')?.source ?? 'default'
  const [only] = all.length === 1 ? all : []
  return (
    <div className={styles['origin']}>
      <OriginBadge source={source} own={own.length > 0} />
      {only !== undefined && only.source !== 'default' && (
        <span className={styles['others']}>
          {only.own && only.without.source === 'company' && `会社 ${shortly(only.name, only.without.value)}・`}
          既定 {shortly(only.name, String(settingOf(...only.name).default))}
        </span>
      )}
      {own.length > 0 && own.every(({ name }) => form.mayEdit(name)) && (
        <Button
          type="link"
          size="small"
          className={styles['back'] ?? ''}
          aria-label={`${label}を${backTo(own.map(({ without }) => without.source))}`}
          onClick={() => form.takeBack(own.map(({ name }) => name))}
        >
          {backTo(own.map(({ without }) => without.source))}
        </Button>
      )}
    </div>
  )
}
