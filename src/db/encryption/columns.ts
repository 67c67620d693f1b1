/** An encrypted column. */
export type EncryptedColumn = {
  /**
   * Bound to its ciphertexts, so values cannot be moved between columns. Does not change when the column is renamed.
   */
  readonly name: string
  readonly table: string
  readonly column: string
  /** Primary key of the table: an integer. */
  readonly key: string
} & (
  | {
      /** The ciphertext is the text itself. */
      readonly form: 'text'
      /** Generated column with the keyed hash of the value, for lookups and uniqueness. */
      readonly hash?: string
    }
  | {
      /** The ciphertext is a text in a field of a JSON object; one column may have several. */
      readonly form: 'field'
      readonly field: string
    }
  | {
      /** The whole JSON value is replaced by a JSON string with the ciphertext. */
      readonly form: 'whole'
    }
)

/** Every encrypted column. */
export const encryptedColumns = [
  // Compared by the search for signs of fraud.
  {
    name: 'legal_persons.id_no',
    table: 'legal_persons',
    column: 'id_no',
    key: 'company_id',
    form: 'text',
    hash: 'id_no_hash',
  },
  {
    name: 'invoice_details.bank_account',
    table: 'invoice_details',
    column: 'bank_account',
    key: 'company_id',
    form: 'text',
  },
  {
    name: 'bank_accounts.account_no',
    table: 'bank_accounts',
    column: 'account_no',
    key: 'company_id',
    form: 'text',
    hash: 'account_hash',
  },
  { name: 'payee_changes.account_no', table: 'payee_changes', column: 'account_no', key: 'id', form: 'text' },
  { name: 'payouts.account_no', table: 'payouts', column: 'account_no', key: 'id', form: 'text' },
  { name: 'webhook_endpoints.secret', table: 'webhook_endpoints', column: 'secret', key: 'id', form: 'text' },
  {
    name: 'webhook_endpoints.previous_secret',
    table: 'webhook_endpoints',
    column: 'previous_secret',
    key: 'id',
    form: 'text',
  },
  { name: 'two_factors.secret', table: 'two_factors', column: 'secret', key: 'user_id', form: 'text' },
  { name: 'orders.invoice', table: 'orders', column: 'invoice', key: 'id', form: 'field', field: 'bankAccount' },
  { name: 'invoices.details', table: 'invoices', column: 'details', key: 'id', form: 'field', field: 'bankAccount' },
  // Stored responses contain personal data, such as the bank account of an invoice.
  { name: 'idempotency_keys.answer', table: 'idempotency_keys', column: 'answer', key: 'id', form: 'whole' },

  // Telephone numbers that are looked up.
  { name: 'users.mobile', table: 'users', column: 'mobile', key: 'id', form: 'text', hash: 'mobile_hash' },
  { name: 'invitations.mobile', table: 'invitations', column: 'mobile', key: 'id', form: 'text', hash: 'mobile_hash' },
  // Includes mail addresses.
  {
    name: 'verification_codes.target',
    table: 'verification_codes',
    column: 'target',
    key: 'id',
    form: 'text',
    hash: 'target_hash',
  },
  {
    name: 'outbox_messages.recipient',
    table: 'outbox_messages',
    column: 'recipient',
    key: 'id',
    form: 'text',
    hash: 'recipient_hash',
  },
  {
    name: 'push_devices.endpoint',
    table: 'push_devices',
    column: 'endpoint',
    key: 'id',
    form: 'text',
    hash: 'endpoint_hash',
  },
  { name: 'leads.mobile', table: 'leads', column: 'mobile', key: 'id', form: 'text', hash: 'mobile_hash' },
  {
    name: 'digital_joins.mobile',
    table: 'digital_joins',
    column: 'mobile',
    key: 'id',
    form: 'text',
    hash: 'mobile_hash',
  },
  { name: 'bookings.mobile', table: 'bookings', column: 'mobile', key: 'id', form: 'text', hash: 'mobile_hash' },

  {
    name: 'companies.contact_phone',
    table: 'companies',
    column: 'contact_phone',
    key: 'id',
    form: 'text',
    hash: 'contact_hash',
  },

  // Telephone numbers that are only displayed.
  { name: 'company_claims.contact_phone', table: 'company_claims', column: 'contact_phone', key: 'id', form: 'text' },
  { name: 'legal_persons.mobile', table: 'legal_persons', column: 'mobile', key: 'company_id', form: 'text' },
  { name: 'invoice_details.phone', table: 'invoice_details', column: 'phone', key: 'company_id', form: 'text' },
  { name: 'user_cards.mobile', table: 'user_cards', column: 'mobile', key: 'user_id', form: 'text' },
  { name: 'user_addresses.mobile', table: 'user_addresses', column: 'mobile', key: 'id', form: 'text' },
  { name: 'declarations.contact_mobile', table: 'declarations', column: 'contact_mobile', key: 'id', form: 'text' },
  { name: 'orders.address.mobile', table: 'orders', column: 'address', key: 'id', form: 'field', field: 'mobile' },
  { name: 'orders.invoice.phone', table: 'orders', column: 'invoice', key: 'id', form: 'field', field: 'phone' },
  { name: 'invoices.details.phone', table: 'invoices', column: 'details', key: 'id', form: 'field', field: 'phone' },
  {
    name: 'draw_awards.address.mobile',
    table: 'draw_awards',
    column: 'address',
    key: 'id',
    form: 'field',
    field: 'mobile',
  },
] as const satisfies readonly EncryptedColumn[]

type Encrypted = (typeof encryptedColumns)[number]

/** Names of the encrypted columns of one form. */
export type EncryptedName<Form extends EncryptedColumn['form']> = Extract<Encrypted, { readonly form: Form }>['name']

/** Names of the encrypted columns with a keyed hash. */
export type HashedName = Extract<Encrypted, { readonly hash: string }>['name']

const hashed: ReadonlySet<string> = new Set(encryptedColumns.flatMap((one) => ('hash' in one ? [one.name] : [])))

/** Whether the values of a column have a keyed hash. */
export const isHashed = (name: string): boolean => hashed.has(name)

/**
 * Columns with telephone numbers in plain text, with the reason. A rule test requires every such column here or above.
 */
export const plainPhoneColumns: Readonly<Record<string, string>> = {
  'parks.contact_phone': 'the line of a park, published on its page for everyone',
}
