type Spelt<Name extends string> = Name extends `${infer Letter}${infer More}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${Spelt<More>}`
  : ''

/** The column that keeps a field, by the field's name: `dateOfBirth` is kept in `date_of_birth`. */
export type ColumnOf<Field extends string> = Spelt<Field>

/** The columns that keep fields of the contract, by field. */
export const columnsOf = <Field extends string>(fields: readonly Field[]): { readonly [Name in Field]: ColumnOf<Name> } =>
  Object.fromEntries(fields.map((field) => [field, field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])) as {
    readonly [Name in Field]: ColumnOf<Name>
  }

/** The values of a draft by the columns that keep them. */
export const byColumn = <Draft extends object, Columns extends Readonly<Record<keyof Draft, string>>>(
  columns: Columns,
  draft: Draft,
): { [Field in keyof Draft as Columns[Field]]: Draft[Field] } =>
  Object.fromEntries(Object.entries(draft).map(([field, value]) => [columns[field as keyof Draft], value])) as {
    [Field in keyof Draft as Columns[Field]]: Draft[Field]
  }
