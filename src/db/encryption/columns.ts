/** A column whose values lie encrypted in the database. */
export interface EncryptedColumn {
  /** To this its ciphertexts are bound: a value of one column is none of another. It stays when the column is renamed. */
  readonly name: string
  readonly table: string
  readonly column: string
  /** Primary key of the table: an integer. */
  readonly key: string
  /**
   * How the ciphertext lies: as the text itself, in the field `bankAccount` of a JSON object, or as a JSON string in the
   * place of the whole value.
   */
  readonly form: 'text' | 'bankAccount' | 'whole'
}

/** Every encrypted column. */
export const encryptedColumns = [
  { name: 'legal_persons.id_no', table: 'legal_persons', column: 'id_no', key: 'company_id', form: 'text' },
  {
    name: 'invoice_details.bank_account',
    table: 'invoice_details',
    column: 'bank_account',
    key: 'company_id',
    form: 'text',
  },
  { name: 'bank_accounts.account_no', table: 'bank_accounts', column: 'account_no', key: 'company_id', form: 'text' },
  { name: 'payee_changes.account_no', table: 'payee_changes', column: 'account_no', key: 'id', form: 'text' },
  { name: 'two_factors.secret', table: 'two_factors', column: 'secret', key: 'user_id', form: 'text' },
  { name: 'orders.invoice', table: 'orders', column: 'invoice', key: 'id', form: 'bankAccount' },
  { name: 'invoices.details', table: 'invoices', column: 'details', key: 'id', form: 'bankAccount' },
  // Answers repeat what the call gave: an invoice with its bank account, among others.
  { name: 'idempotency_keys.answer', table: 'idempotency_keys', column: 'answer', key: 'id', form: 'whole' },
] as const satisfies readonly EncryptedColumn[]

/** Names of the encrypted columns of one form. */
export type EncryptedName<Form extends EncryptedColumn['form']> = Extract<
  (typeof encryptedColumns)[number],
  { readonly form: Form }
>['name']
