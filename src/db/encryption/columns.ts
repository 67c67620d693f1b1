/** A column whose values lie encrypted in the database. */
export interface EncryptedColumn {
  readonly table: string
  readonly column: string
  /** Primary key of the table: an integer. */
  readonly key: string
  /**
   * How the ciphertext lies: as the text itself, in one field of a JSON object, or as a JSON string in the place of the
   * whole value.
   */
  readonly form: 'text' | 'whole' | { readonly field: string }
}

/**
 * Every encrypted column by the name to which its ciphertexts are bound: a value of one column is none of another. The
 * names stay when a column gets another one.
 */
export const encryptedColumns = {
  'legal_persons.id_no': { table: 'legal_persons', column: 'id_no', key: 'company_id', form: 'text' },
  'invoice_details.bank_account': {
    table: 'invoice_details',
    column: 'bank_account',
    key: 'company_id',
    form: 'text',
  },
  'bank_accounts.account_no': { table: 'bank_accounts', column: 'account_no', key: 'company_id', form: 'text' },
  'payee_changes.account_no': { table: 'payee_changes', column: 'account_no', key: 'id', form: 'text' },
  'orders.invoice': { table: 'orders', column: 'invoice', key: 'id', form: { field: 'bankAccount' } },
  'invoices.details': { table: 'invoices', column: 'details', key: 'id', form: { field: 'bankAccount' } },
  // Answers repeat what the call gave: an invoice with its bank account, among others.
  'idempotency_keys.answer': { table: 'idempotency_keys', column: 'answer', key: 'id', form: 'whole' },
} as const satisfies Readonly<Record<string, EncryptedColumn>>

export type EncryptedName = keyof typeof encryptedColumns

/** As entries, in their order. */
export const encryptedList = Object.entries(encryptedColumns) as readonly (readonly [EncryptedName, EncryptedColumn])[]
