/** The row with the change's fields that are not undefined. Fields that the row does not have are left out. */
export const overlay = <Row extends object>(row: Row, change: { readonly [Key in keyof Row]?: Row[Key] | undefined }): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(change).filter(([key, value]) => value !== undefined && Object.hasOwn(row, key))),
})
