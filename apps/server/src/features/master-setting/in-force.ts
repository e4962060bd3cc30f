import { settingNames, settingOf, type SettingOwner, type SettingRow, type SettingOrigin } from '@mimamori/contract'

/** What is stored of a setting, and whose it is. A value that was taken back is null. */
export type StoredSetting = {
  readonly owner: SettingOwner
  readonly type: string
  readonly key: string
  readonly value: string | null
  readonly version: number
}

// The nearest first.
const owners: Readonly<Record<SettingOwner, readonly SettingOwner[]>> = { office: ['office', 'company'], company: ['company'] }

type InForce = { readonly value: string; readonly source: SettingOrigin }

/**
 * Every setting in force at a company or site, and what would be in force without its own value. A stored value that
 * cannot be read counts as none, as it does for the code that acts on it (`readSettings`).
 */
export const rowsInForce = (settingOwner: SettingOwner, stored: readonly StoredSetting[]): SettingRow[] => {
  const byName = Map.groupBy(stored, ({ type, key }) => `${type}/${key}`)
  return settingNames.map((name): SettingRow => {
    const [type, key] = name
    const { schema, default: byDefault } = settingOf(...name)
    const storedValues = byName.get(`${type}/${key}`) ?? []
    const of = (owner: SettingOwner) => storedValues.find((row) => row.owner === owner)
    const found = owners[settingOwner].flatMap((owner): (InForce & { source: SettingOwner })[] => {
      const read = schema.safeParse(of(owner)?.value)
      return read.success ? [{ value: String(read.data), source: owner }] : []
    })
    const without: InForce = found.find(({ source }) => source !== settingOwner) ?? { value: String(byDefault), source: 'default' }
    return { type, key, ...(found[0] ?? without), without, version: of(settingOwner)?.version ?? 0 }
  })
}
