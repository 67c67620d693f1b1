/**
 * How long rows are kept, and why:
 *
 * - account: until the person closes their account;
 * - company: as long as the company is on the platform;
 * - public: published, without a term;
 * - trade: three years after the end of the trade (E-Commerce Law, article 31);
 * - accounting: as long as accounting records (ten years and more);
 * - law: evidence of identity, consent and authority, three years after its use;
 * - log: security logs, at least six months (Cybersecurity Law);
 * - counterpart: part of a conversation that belongs to the other side as well;
 * - short: deleted by a job after days.
 */
export type Retention =
  'account' | 'company' | 'public' | 'trade' | 'accounting' | 'law' | 'log' | 'counterpart' | 'short'

/** Classes of columns; the lists hold column names separated by spaces. */
export interface TableData {
  readonly keep: Retention
  /**
   * What closing an account does to the rows of the person: `delete` them, `blank` their personal columns, `keep` them
   * for the reason of `keep`. Absent: the table holds nothing that belongs to one person's account.
   */
  readonly closing?: 'delete' | 'blank' | 'keep'
  /** Columns with the person's id, or with the keyed hash of their number or address. */
  readonly person?: string
  /** Personal information. */
  readonly personal?: string
  /** Secret of a company. */
  readonly company?: string
  /** Visible to everyone. */
  readonly open?: string
  /** Ids, states, times and counters. */
  readonly technical?: string
  /** Credentials and keys: never handed out. */
  readonly secret?: string
}

export const columnClasses = ['personal', 'company', 'open', 'technical', 'secret'] as const

/** Column names of one of the lists. */
export const columnsIn = (list: string | undefined): readonly string[] =>
  list === undefined || list === '' ? [] : list.split(' ')

/** Every column of every table. A rule test fails on a missing and on an unknown one. */
export const personalData: Readonly<Record<string, TableData>> = {
  bank_accounts: {
    keep: 'company',
    company: 'account_name bank_name account_no',
    technical: 'company_id change_limit next_limit next_limit_at updated_at',
    secret: 'account_hash',
  },
  captchas: { keep: 'short', technical: 'id expires_at', secret: 'answer_hash' },
  certifications: {
    keep: 'law',
    closing: 'keep',
    person: 'submitted_by',
    personal: 'legal_person',
    company: 'address business_scope reason licence_file_id',
    open: 'company_name credit_code district_code founded_at valid_until',
    technical: 'id company_id version status licence_confirms submitted_by reviewed_by reviewed_at created_at',
  },
  companies: {
    keep: 'company',
    personal: 'contact_name contact_phone contact_email',
    open: 'name short_name credit_code district_code address intro founded_at website scale service_classes',
    technical:
      'id visibility certification certified_until expiry_notified_days is_saler approval_version cost_centre_use blocked_suppliers created_at',
    secret: 'contact_hash',
  },
  company_claims: {
    keep: 'law',
    closing: 'keep',
    person: 'user_id',
    personal: 'contact_name contact_phone',
    company: 'statement licence_file_id letter_file_id reason company_name credit_code',
    technical: 'id user_id company_id status code_holder_id name_holder_id reviewed_by reviewed_at created_at',
  },
  invitations: {
    keep: 'short',
    closing: 'delete',
    person: 'mobile_hash',
    personal: 'mobile real_name job_title',
    technical: 'id company_id kind role_ids created_by created_at expires_at used_by used_at declined_at revoked_at',
    secret: 'code_hash mobile_hash',
  },
  invoice_details: {
    keep: 'company',
    personal: 'phone receiver_email',
    company: 'title tax_no bank_name bank_account address',
    technical: 'company_id kind updated_at',
  },
  legal_persons: {
    keep: 'company',
    personal: 'name id_type id_no mobile email',
    technical: 'company_id updated_at',
    secret: 'id_no_hash',
  },
  licence_readings: { keep: 'company', company: 'lines', technical: 'file_id created_at' },
  payee_changes: {
    keep: 'accounting',
    company: 'bank_name account_no limit',
    technical: 'id company_id requested_by created_at effective_at status',
  },
  push_devices: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'endpoint',
    technical: 'id user_id session_id sent_at created_at',
    secret: 'endpoint_hash p256dh auth',
  },
  roles: { keep: 'company', company: 'name permissions', technical: 'id company_id created_at' },
  sessions: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    personal: 'user_agent ip origin',
    technical:
      'id user_id app_id created_at last_seen_at reauthenticated_at reauthenticated_by present_at expires_at ended_at',
    secret: 'token_hash cookie_hash browser_hash sso_id_token',
  },
  sso_identities: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'issuer subject',
    technical: 'id user_id created_at',
  },
  sso_states: { keep: 'short', technical: 'id until' },
  user_cards: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'name job_title department mobile email wechat intro',
    technical: 'user_id updated_at',
  },
  user_preferences: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'notifications invoice_kind',
    technical: 'user_id updated_at',
  },
  user_roles: { keep: 'account', closing: 'delete', person: 'user_id', technical: 'user_id role_id' },
  users: {
    keep: 'account',
    closing: 'blank',
    person: 'id',
    personal: 'login_name mobile email real_name avatar job_title agreement_version',
    technical:
      'id password_changed_at company_id is_owner is_service is_operator operator_roles locked deleted_at created_at',
    secret: 'mobile_hash password_hash',
  },
  verification_codes: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id target_hash',
    personal: 'target',
    technical: 'id purpose user_id asker asker_address familiar tries address_tries created_at expires_at used_at',
    secret: 'target_hash code_hash ticket_hash',
  },
  cart_items: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'listing_id spec_id quantity seen_price',
    technical: 'id user_id company_id kind is_chosen updated_at created_at',
  },
  brands: { keep: 'public', open: 'name', technical: 'id' },
  listing_cards: { keep: 'public', open: 'card', technical: 'kind listing_id' },
  listing_changes: {
    keep: 'company',
    company: 'form reason',
    technical: 'id kind listing_id company_id user_id status updated_at created_at',
  },
  molecules: {
    keep: 'public',
    open: 'idcode smiles formula mass atoms drawing',
    technical: 'id fingerprint listed revision',
  },
  product_batches: {
    keep: 'public',
    open: 'batch_no made_on retest_on sds_file_id',
    company: 'coa_file_id',
    technical: 'id product_id company_id created_by updated_at created_at',
  },
  product_specs: { keep: 'public', open: 'name code price stock', technical: 'id product_id sort removed_at' },
  products: {
    keep: 'public',
    company: 'reason',
    open: 'title summary price_type price high_price district_code tags figure detail pictures attachments attributes capabilities area_codes brand_id cas catalogue_no smiles hazards spec_text unit min_order discounts down_payment_percent',
    technical:
      'id product_no shop_id company_id category_id category_path molecule_id molecule_of status view_count follow_count published_at version deleted_at updated_at created_at',
    secret: 'tokens',
  },
  services: {
    keep: 'public',
    company: 'reason',
    open: 'title summary price_type price high_price district_code tags figure detail pictures attachments attributes capabilities area_codes down_payment_percent min_days max_days duration_text',
    technical:
      'id service_no shop_id company_id category_id category_path status view_count follow_count published_at version deleted_at updated_at created_at',
    secret: 'tokens',
  },
  conversations: {
    keep: 'counterpart',
    closing: 'keep',
    personal: 'last_content',
    technical: 'id party_a party_b last_seq last_at created_at',
  },
  messages: {
    keep: 'counterpart',
    closing: 'keep',
    person: 'sender_user_id',
    personal: 'content file_id',
    technical: 'id conversation_id seq client_id sender_user_id sender_party reply_seq recalled_at created_at',
    secret: 'tokens',
  },
  read_positions: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    technical: 'conversation_id user_id seq pinned_at muted',
  },
  declarations: {
    keep: 'law',
    closing: 'keep',
    person: 'user_id',
    personal: 'contact_name contact_mobile',
    company: 'title summary amount own_funds start_on end_on files reason',
    technical:
      'id declaration_no project_id company_id user_id status reviewer_id version submitted_at reviewed_at created_at updated_at',
  },
  gov_projects: {
    keep: 'public',
    open: 'title authority level field summary support_max support_way conditions materials starts_at deadline',
    technical: 'id sample status version edited_by updated_at created_at',
  },
  annex_openings: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'file_id',
    technical: 'id demand_id company_id user_id opened_at',
  },
  demand_acceptances: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'terms revoked_reason',
    technical: 'id demand_id company_id user_id agreement_id accepted_at revoked_at',
  },
  demand_changes: {
    keep: 'company',
    company: 'facts file_ids annex_ids confidential_text own_terms reason',
    open: 'summary',
    technical: 'demand_id company_id user_id status updated_at created_at',
  },
  demand_decisions: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'body',
    technical: 'id demand_id order_id company_id user_id created_at',
    secret: 'salt hash',
  },
  demand_evaluations: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'criteria',
    technical: 'demand_id company_id user_id scale blind revealed_at version updated_at created_at',
  },
  demand_evaluators: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'reason',
    technical: 'demand_id user_id status submitted_at created_at',
  },
  demand_scores: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'points comment',
    technical: 'demand_id user_id offer_id version criterion revealed created_at',
  },
  demand_files: { keep: 'company', company: 'file_id', technical: 'id demand_id audience sort created_at' },
  demand_matches: { keep: 'company', technical: 'id demand_id company_id subscription_id invited_at created_at' },
  demand_subscriptions: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'name words district_codes budget_from',
    technical: 'id company_id user_id category_ids is_on created_at',
  },
  demands: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'confidential_text own_terms budget reason questions',
    open: 'title summary facts district_code deliver_by deadline',
    technical:
      'id demand_no company_id user_id project_id category_id category_path required_tags template_key template_version sealed_only invited_only confidential status offer_count view_count published_at matched_at version created_at deleted_at',
    secret: 'tokens',
  },
  follow_ups: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'text',
    technical: 'id company_id user_id entity entity_id next_at reminded_at created_at',
  },
  leads: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id mobile_hash',
    personal: 'contact mobile text',
    technical: 'id category_id user_id status handled_by note updated_at created_at',
    secret: 'mobile_hash',
  },
  offer_messages: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'text',
    technical: 'id offer_id side company_id user_id created_at',
  },
  offer_versions: {
    keep: 'trade',
    company: 'items milestones total duration_days valid_until note answers files tax_rate',
    technical: 'id offer_id version sealed opened_at created_at',
    secret: 'hash salt',
  },
  offers: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    technical: 'id offer_no demand_id company_id user_id status version sealed submitted_at created_at',
  },
  digital_apps: {
    keep: 'public',
    open: 'name kind vendor summary keywords features users deployment compliance joins price price_unit go_live',
    technical: 'id sort sample published_at status version edited_by updated_at',
  },
  digital_joins: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id mobile_hash',
    personal: 'contact mobile email',
    company: 'company app_name kind deployment summary website note',
    technical: 'id status user_id handled_by created_at updated_at',
    secret: 'mobile_hash',
  },
  digital_solution_apps: { keep: 'public', open: 'title before after steps', technical: 'id solution_id app_id sort' },
  digital_solutions: {
    keep: 'public',
    open: 'title audience summary pains steps results',
    technical: 'id sort sample published_at status version edited_by updated_at',
  },
  draw_awards: {
    keep: 'account',
    closing: 'blank',
    person: 'user_id',
    personal: 'address',
    technical:
      'id entry_id round_id prize_id user_id status carrier tracking_no claimed_at shipped_at signed_at claim_by reminded_at created_at',
  },
  draw_entries: {
    keep: 'law',
    closing: 'keep',
    person: 'user_id',
    open: 'entry_no prize_id',
    technical: 'id round_id user_id created_at',
  },
  draw_prizes: {
    keep: 'public',
    open: 'name note figure worth',
    technical: 'id round_id seq is_prize weight stock left',
  },
  draw_rounds: {
    keep: 'public',
    open: 'title intro opens_at closes_at',
    technical: 'id cost per_person seed_hash entry_count created_at',
    secret: 'seed',
  },
  bookings: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id mobile_hash',
    personal: 'contact mobile purpose visit_on visit_part people note',
    technical: 'id park_id user_id company_id status handled_by created_at updated_at',
    secret: 'mobile_hash',
  },
  news: {
    keep: 'public',
    open: 'title summary content source_type source_name source_url',
    technical: 'id guid format is_sample published_at created_at status version edited_by updated_at',
  },
  announcements: {
    keep: 'public',
    open: 'title summary topic published_on changed_on content',
    technical: 'id slug status version edited_by updated_at',
  },
  help_questions: {
    keep: 'public',
    open: 'number category title summary keywords hot related areas published_on changed_on content',
    technical: 'id slug status version edited_by updated_at',
  },
  site_pages: {
    keep: 'public',
    open: 'title summary changed_on effective_on content',
    technical: 'id slug status version edited_by updated_at',
  },
  friend_links: {
    keep: 'public',
    open: 'name url intro group sort',
    technical: 'id status version edited_by updated_at',
  },
  entry_versions: { keep: 'public', open: 'form', technical: 'id kind entry_id version user_id created_at' },
  entry_schedules: { keep: 'public', open: 'form at', technical: 'id kind entry_id user_id created_at' },
  park_policies: { keep: 'public', technical: 'park_id policy_id' },
  parks: {
    keep: 'public',
    open: 'name district_code address brief content fields facilities area_total area_free rent_low rent_high opened_in company_count facts services gallery contact_name contact_phone contact_hours',
    technical: 'id code format is_sample status version edited_by updated_at',
  },
  policies: {
    keep: 'public',
    open: 'title doc_no level district_code issuer issued_on effective_on expires_on topics summary content source_url',
    technical: 'id code format is_sample status version edited_by updated_at',
  },
  delivery_batches: { keep: 'trade', technical: 'delivery_id batch_id' },
  deliveries: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'note carrier tracking_no file_ids reason',
    technical: 'id order_id seq milestone_id user_id verdict answered_at created_at',
  },
  invoices: {
    keep: 'accounting',
    closing: 'keep',
    person: 'user_id',
    company: 'details amount invoice_no file_id red_no red_file_id reason',
    technical: 'id order_id status user_id issued_at created_at',
  },
  invoice_readings: { keep: 'short', company: 'fields', technical: 'file_id source created_at' },
  invoice_fields: {
    keep: 'accounting',
    company: 'issued_on buyer_name buyer_tax_no seller_name seller_tax_no amount tax total tax_rate',
    technical: 'invoice_id source edited created_at',
  },
  invoice_allocations: { keep: 'accounting', company: 'amount', technical: 'invoice_id line_id' },
  match_changes: { keep: 'short', technical: 'id order_id' },
  order_matches: {
    keep: 'trade',
    company: 'accepted paid vouched invoiced',
    technical: 'order_id buyer_company_id seller_company_id exceptions urgent',
  },
  match_exceptions: {
    keep: 'trade',
    closing: 'keep',
    company: 'amount detail explanation dismissal',
    technical: 'id order_id key kind severity line_id status explained_side created_at',
  },
  order_files: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'file_id',
    technical: 'id order_id kind company_id user_id created_at',
  },
  reviews: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    open: 'scores mean text reply',
    technical: 'id order_id side company_id of_company_id user_id replied_at visible_at hidden_at created_at',
  },
  help_feedback: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    personal: 'visitor text useful',
    technical: 'id question_id day user_id created_at',
  },
  favourites: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'listing_id price',
    technical: 'id user_id kind price_type notified_price on_sale created_at',
  },
  inquiries: {
    keep: 'counterpart',
    closing: 'keep',
    person: 'user_id',
    technical: 'id kind listing_id seller_company_id user_id company_id is_public status updated_at created_at',
  },
  inquiry_messages: {
    keep: 'counterpart',
    closing: 'keep',
    person: 'user_id',
    personal: 'text',
    technical: 'id inquiry_id side user_id created_at',
  },
  leader_tickets: { keep: 'short', technical: 'id session_id expires_at created_at', secret: 'ticket_hash' },
  chat_absences: { keep: 'account', technical: 'conversation_id seq' },
  digest_queue: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    personal: 'title text path',
    technical: 'id user_id channel event notice_id letter_id due_at created_at',
  },
  letter_recipients: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    technical: 'user_id letter_id read_at deleted_at created_at',
  },
  letters: {
    keep: 'counterpart',
    closing: 'keep',
    person: 'sender_user_id',
    personal: 'subject text',
    technical:
      'id thread_id sender_user_id sender_company_id audience to_user_id to_company_id district_code after_user_id recipient_count delivered_at sender_deleted_at created_at',
  },
  live_bookings: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'kind',
    technical: 'id user_id class_id reminded_at created_at',
  },
  live_class_changes: {
    keep: 'company',
    company: 'reason',
    open: 'title summary outline speaker speaker_title speaker_about starts_at ends_at',
    technical: 'class_id user_id kind topics figure capacity replay status updated_at created_at',
  },
  live_classes: {
    keep: 'public',
    company: 'reason',
    open: 'kind topics title summary outline speaker speaker_title speaker_about figure starts_at ends_at capacity replay',
    technical:
      'id company_id status booked_count favourite_count watched_count featured_at version user_id updated_at created_at',
    secret: 'stream',
  },
  live_leases: { keep: 'short', closing: 'delete', person: 'user_id', technical: 'user_id class_id tab last_beat_at' },
  live_questions: {
    keep: 'counterpart',
    closing: 'keep',
    person: 'user_id',
    open: 'text answer',
    technical: 'id class_id user_id answered_at hidden_at created_at',
  },
  live_watches: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'seconds live_seconds points',
    technical: 'user_id class_id last_at created_at',
  },
  score_accounts: { keep: 'accounting', closing: 'keep', person: 'user_id', personal: 'balance', technical: 'user_id' },
  score_entries: {
    keep: 'accounting',
    closing: 'keep',
    person: 'user_id',
    personal: 'reason points balance title',
    technical: 'id user_id about created_at',
  },
  facts: { keep: 'public', technical: 'value', secret: 'key' },
  files: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    personal: 'name',
    technical: 'id purpose audience user_id company_id content_type size sha256 downloads created_at',
    secret: 'storage_key',
  },
  idempotency_keys: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    company: 'answer',
    technical: 'id user_id path created_at',
    secret: 'key body_hash',
  },
  notices: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    personal: 'title text path',
    technical: 'id user_id event read_at created_at',
  },
  operation_logs: {
    keep: 'log',
    closing: 'keep',
    person: 'user_id',
    personal: 'ip user_agent',
    company: 'detail',
    technical: 'id company_id user_id call action created_at',
  },
  operator_approvals: {
    keep: 'log',
    personal: 'reason',
    company: 'title',
    technical: 'id action subject_id requested_by created_at expires_at outcome decided_by decided_at',
  },
  account_views: {
    keep: 'log',
    closing: 'keep',
    person: 'user_id',
    personal: 'reason',
    technical: 'id operator_id session_id user_id created_at expires_at ended_at',
    secret: 'token_hash',
  },
  operator_notes: { keep: 'log', personal: 'text', technical: 'id kind target_id operator_id created_at' },
  outbox_messages: {
    keep: 'short',
    closing: 'delete',
    person: 'recipient_hash',
    personal: 'recipient params subject text',
    technical: 'id channel template status attempts last_error due_at expires_at sent_at created_at',
    secret: 'recipient_hash',
  },
  platform_actions: {
    keep: 'log',
    closing: 'keep',
    personal: 'operator_name ip user_agent detail input',
    company: 'reason',
    technical: 'seq operator_id call action subject_kind subject_id company_id created_at',
    secret: 'prev_hash hash',
  },
  state_changes: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'reason',
    technical: 'id entity entity_id event from_status to_status user_id company_id created_at',
  },
  suspensions: {
    keep: 'log',
    personal: 'reason before end_reason',
    technical: 'id kind target_id operator_id created_at ended_at ended_by',
  },
  order_groups: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'total',
    technical: 'id group_no company_id user_id created_at',
  },
  order_lines: {
    keep: 'trade',
    company: 'name spec_name unit quantity list_price unit_price amount down_payment tax_rate',
    technical: 'id order_id kind listing_id spec_id listing_no',
  },
  order_milestones: {
    keep: 'trade',
    company: 'name deliverables planned_at',
    technical: 'id order_id seq payment_line_id status started_at delivered_at accepted_at',
  },
  orders: {
    keep: 'trade',
    closing: 'keep',
    person: 'buyer_user_id',
    personal: 'address',
    company: 'title total postage invoice remark cancel_reason cancel_refund promised_at',
    technical:
      'id order_no source terms_version cost_centre project_code budget_id project_id group_id buyer_company_id buyer_user_id seller_company_id agreement_id demand_id offer_id status holds_stock unpaid_until cancellation_requested_by confirmed_at first_delivered_at delivered_at completed_at created_at',
  },
  payment_lines: {
    keep: 'accounting',
    company: 'name percent amount paid refunded due_at',
    technical: 'id order_id seq status reminded',
  },
  user_addresses: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'receiver mobile district_code street is_default',
    technical: 'id user_id created_at',
  },
  gateway_callbacks: {
    keep: 'short',
    personal: 'address',
    company: 'reason',
    technical: 'id method outcome payment_no trade_no created_at',
    secret: 'body_hash',
  },
  ledger_entries: { keep: 'accounting', company: 'account amount', technical: 'id movement_id' },
  ledger_movements: {
    keep: 'accounting',
    technical: 'id kind order_id part_id refund_id payout_id attempt created_at',
  },
  payment_parts: {
    keep: 'accounting',
    company: 'amount received refunded held paid_out',
    technical: 'id payment_id order_id line_id',
  },
  payments: {
    keep: 'accounting',
    closing: 'keep',
    person: 'user_id',
    company: 'amount received voucher_id transferred_at trade_no reason',
    technical: 'id payment_no company_id user_id method device status remark_code expires_at confirmed_at created_at',
  },
  payouts: {
    keep: 'accounting',
    closing: 'keep',
    person: 'first_by second_by',
    company:
      'amount fee account_name bank_name account_no bank_reference paid_on receipt_id bounced_references bounced_receipt_ids reason',
    technical:
      'id payout_no company_id status attempt first_by first_at second_by second_at account_asked_at closed_at created_at',
  },
  payout_lines: { keep: 'accounting', company: 'amount fee', technical: 'id payout_id order_id part_id is_open' },
  refunds: {
    keep: 'accounting',
    company: 'amount reason answer voucher_id trade_no',
    technical:
      'id refund_no order_id part_id request_id method status attempts reminded pending_since sent_at done_at created_at',
  },
  refund_requests: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id ruled_by',
    company: 'reason file_ids answer escalation ruling',
    technical: 'id order_id side user_id status answer_until answered_at escalated_at ruled_by reminded created_at',
  },
  refund_request_lines: { keep: 'trade', company: 'asked agreed', technical: 'request_id line_id' },
  refund_request_items: { keep: 'trade', company: 'quantity amount', technical: 'request_id order_line_id' },
  /** Bodies name people by id only; what is typed (reasons, notes, evidence) is part of the trade, as in its own tables. */
  deal_entries: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'body',
    technical: 'order_id seq kind event side user_id company_id previous_hash hash created_at',
  },
  deal_leaves: { keep: 'trade', technical: 'position root_id order_id seq hash' },
  deal_roots: {
    keep: 'public',
    open: 'day root count previous_root signature public_key',
    technical: 'id chunks created_at',
  },
  change_orders: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id buyer_user_id seller_user_id',
    company: 'reason scope terms_before terms_after answer',
    technical:
      'id order_id number base_version side user_id fingerprint expires_at status buyer_user_id buyer_signed_at buyer_method seller_user_id seller_signed_at seller_method closed_at created_at',
  },
  agreements: {
    keep: 'trade',
    closing: 'keep',
    company: 'title close_reason',
    technical:
      'id agreement_no kind buyer_company_id seller_company_id status version valid_from valid_until closed_at created_at',
  },
  agreement_versions: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id buyer_user_id seller_user_id',
    personal: 'buyer_name seller_name',
    company: 'reason terms answer',
    technical:
      'id agreement_id version side user_id fingerprint status buyer_user_id buyer_signed_at buyer_method seller_user_id seller_signed_at seller_method closed_at created_at',
  },
  agreement_annexes: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'title file_id reference',
    technical: 'id agreement_id side user_id sha256 created_at',
  },
  sample_shipments: {
    keep: 'trade',
    closing: 'keep',
    person: 'packed_by shipped_by received_by',
    company: 'carrier tracking_no remark condition condition_note photo_id',
    technical:
      'id shipment_no order_id from_side status min_temp max_temp tolerance tolerance_minutes packed_by shipped_by shipped_at received_by received_at due_from created_at',
  },
  samples: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'name kind amount unit storage min_temp max_temp hazards note',
    technical:
      'id sample_no order_id milestone_id parent_id origin_side holder status quarantine shipment_id user_id created_at',
  },
  sample_shipment_items: { keep: 'trade', technical: 'shipment_id sample_id' },
  sensors: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'name refusal',
    technical: 'id company_id user_id revoked_at refused_at created_at',
    secret: 'secret_hash',
  },
  sensor_assignments: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    technical: 'id sensor_id shipment_id from_at until_at user_id',
  },
  sample_readings: {
    keep: 'trade',
    company: 'temp',
    technical: 'source taken_at seq shipment_id is_outside created_at',
  },
  sample_excursions: {
    keep: 'trade',
    closing: 'keep',
    person: 'decided_by',
    company: 'worst reason',
    technical: 'id shipment_id source first_at last_at verdict decided_by decided_at created_at',
  },
  supplier_marks: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'reason',
    technical: 'id company_id supplier_id mark user_id created_at',
  },
  api_keys: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id revoked_by',
    company: 'name networks',
    technical: 'id company_id user_id permissions expires_at last_used_at revoked_at revoked_by created_at',
    secret: 'prefix key_hash',
  },
  webhook_endpoints: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'url topics',
    technical: 'id company_id user_id previous_until status failures failing_since retry_at claimed_until created_at',
    secret: 'secret previous_secret',
  },
  webhook_messages: {
    keep: 'short',
    company: 'topic thread data',
    technical: 'id endpoint_id message_id status attempts first_tried_at due_at sent_at created_at',
  },
  webhook_attempts: {
    keep: 'short',
    company: 'error answer',
    technical: 'message_id attempt answer_status duration_ms created_at',
  },
  external_references: {
    keep: 'company',
    company: 'reference',
    technical: 'id company_id kind entity_id created_at',
  },
  programmes: {
    keep: 'company',
    closing: 'keep',
    person: 'owner_user_id',
    company: 'code name focus starts_on ends_on',
    technical: 'id company_id status owner_user_id open_to version closed_at created_at',
  },
  programme_members: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    technical: 'programme_id user_id role created_at',
  },
  programme_files: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'file_id',
    technical: 'programme_id user_id created_at',
  },
  programme_conversations: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'other_party',
    technical: 'programme_id conversation_id user_id created_at',
  },
  programme_entries: {
    keep: 'company',
    closing: 'keep',
    person: 'user_id',
    company: 'detail',
    technical: 'id programme_id user_id event created_at',
  },
  approval_policies: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'rules',
    technical: 'id company_id version user_id created_at',
  },
  approval_delegations: {
    keep: 'trade',
    closing: 'keep',
    person: 'from_user_id to_user_id',
    technical: 'id company_id from_user_id to_user_id until ended_at created_at',
  },
  requisitions: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'title request content reason',
    technical:
      'id requisition_no company_id user_id action policy_id budget_id amount steps step subject covers status result_path closed_at created_at',
  },
  cost_centres: {
    keep: 'trade',
    closing: 'keep',
    company: 'code name',
    technical: 'id company_id is_active created_at',
  },
  budgets: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'name cost_centre project_code',
    technical:
      'id company_id starts_on ends_on amount mode held committed spent warned_at version closed_at user_id created_at',
  },
  budget_entries: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    technical: 'id budget_id source source_id event order_id held committed spent user_id created_at',
  },
  requisition_entries: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id on_behalf_of',
    company: 'reason',
    technical: 'id requisition_id event step user_id on_behalf_of created_at',
  },
  disputes: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id closed_by',
    company: 'reason ruling refunded',
    technical: 'id order_id side user_id evidence_until outcome closed_by closed_at created_at',
  },
  /** The reported side never learns who reported. */
  complaints: {
    keep: 'law',
    closing: 'keep',
    person: 'reporter_user_id',
    personal: 'text',
    company: 'excerpt file_ids words owner_company_id owner_user_id taken_by decided_by',
    open: 'title',
    technical:
      'id kind subject_id reporter_user_id reporter_company_id reason status taken_at action decision decided_at created_at',
  },
  /** The key of a burst of accounts is the network that they were registered from. */
  fraud_signs: {
    keep: 'law',
    company: 'key records company_ids decision',
    technical: 'id kind status first_at last_at decided_by decided_at created_at',
  },
  moderation_words: { keep: 'law', company: 'word folded reason', technical: 'id level updated_by updated_at' },
  dispute_evidence: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    company: 'text file_ids',
    technical: 'id dispute_id side company_id user_id created_at',
  },
  dispute_releases: {
    keep: 'trade',
    closing: 'keep',
    person: 'user_id',
    technical: 'dispute_id side user_id from until created_at',
  },
  ad_settings: {
    keep: 'public',
    open: 'place title text picture href area',
    technical: 'id sort starts_at ends_at is_on created_at',
  },
  categories: { keep: 'public', open: 'name mark figure', technical: 'id kind parent_id level path sort is_on' },
  category_merges: { keep: 'public', open: 'name', technical: 'id target_id created_at' },
  category_attributes: {
    keep: 'public',
    open: 'name input unit',
    technical: 'id category_id code dict_key required is_on sort',
  },
  dictionaries: { keep: 'public', open: 'dict_text children', technical: 'id dict_key dict_code sort' },
  districts: { keep: 'public', open: 'name region', technical: 'code parent_code level is_off' },
  saved_filters: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'name query',
    technical: 'id user_id list created_at',
  },
  saved_search_hits: { keep: 'account', technical: 'saved_search_id listing_id created_at' },
  saved_searches: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'name query',
    technical: 'id user_id kind is_on found_until opened_at created_at',
  },
  search_choices: { keep: 'short', personal: 'who', technical: 'kind question listing_id day weight' },
  search_days: { keep: 'short', technical: 'day kind key term searches answered partly opened added asked' },
  search_knowledge: {
    keep: 'log',
    closing: 'keep',
    person: 'user_id',
    open: 'term others',
    technical: 'id relation key is_off version touched user_id updated_at',
  },
  search_log: {
    keep: 'short',
    personal: 'who term question',
    technical: 'kind key day found is_opened is_added is_asked',
  },
  search_preferences: { keep: 'short', technical: 'kind question listing_id level' },
  search_terms: { keep: 'public', open: 'term key pinyin initials hits searches', technical: 'id kind updated_at' },
  shop_follows: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    personal: 'shop_id',
    technical: 'id user_id created_at',
  },
  shop_pictures: { keep: 'public', open: 'url caption', technical: 'id shop_id file_id sort created_at' },
  shop_qualifications: {
    keep: 'company',
    company: 'file_id reason register_url register_on register_note',
    open: 'tag name number issuer holder site scope issued_on until',
    technical: 'id shop_id status number_key confirmed_by warned_days created_at',
  },
  qualification_items: { keep: 'public', open: 'item parameter method', technical: 'id qualification_id seq' },
  certificate_readings: { keep: 'company', company: 'lines second_lines', technical: 'file_id source created_at' },
  shops: {
    keep: 'public',
    company: 'quick_phrases agreement_version agreed_at tax_rate',
    open: 'name logo brief tags introduction capabilities holiday_from holiday_until holiday_notice postage greeting away_reply answers_from answers_until',
    technical: 'id company_id backdrop version name_due service_count product_count follow_count agreed_by created_at',
    secret: 'tokens',
  },
  canned_answers: { keep: 'public', open: 'title text', technical: 'id updated_by updated_at' },
  service_case_events: {
    keep: 'counterpart',
    closing: 'keep',
    person: 'user_id',
    personal: 'note',
    technical: 'id case_id event user_id to_user_id created_at',
  },
  service_cases: {
    keep: 'counterpart',
    personal: 'score words',
    technical: 'id conversation_id agent_id opened_at waiting_since answered_at closed_at rated_at',
  },
  service_hours: {
    keep: 'public',
    open: 'days answers_from answers_until away_reply',
    technical: 'id updated_by updated_at',
  },
  recovery_codes: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    technical: 'id user_id used_at',
    secret: 'code_hash',
  },
  second_step_tickets: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    technical: 'id user_id call by keep_login tries created_at expires_at used_at',
    secret: 'token_hash sso_id_token',
  },
  two_factors: {
    keep: 'account',
    closing: 'delete',
    person: 'user_id',
    technical: 'user_id enabled_at last_step created_at',
    secret: 'secret',
  },
  upload_parts: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    technical: 'user_id upload_id at created_at',
    secret: 'bytes',
  },
  statistics_changes: { keep: 'short', technical: 'id order_id' },
  order_statistics: {
    keep: 'trade',
    company: 'amount paid received received_days',
    technical:
      'order_id buyer_company_id seller_company_id category_id cost_centre project_code month is_live answer_hours promised_until delivered_at',
  },
  due_payments: {
    keep: 'trade',
    company: 'amount',
    technical: 'line_id order_id buyer_company_id seller_company_id due_at is_submitted',
  },
  shop_views: { keep: 'company', company: 'views', technical: 'company_id day kind' },
  page_views: { keep: 'short', technical: 'day area path referrer views' },
  account_closings: {
    keep: 'law',
    closing: 'keep',
    person: 'user_id',
    technical: 'id user_id created_at due_at withdrawn_at done_at',
    secret: 'ticket_hash ticket_until',
  },
  agreement_consents: {
    keep: 'law',
    closing: 'keep',
    person: 'user_id',
    technical: 'id user_id version occasion created_at',
  },
  data_exports: {
    keep: 'short',
    closing: 'delete',
    person: 'user_id',
    technical: 'id user_id status size attempts ready_at expires_at created_at',
    secret: 'storage_key',
  },
}

/** Rows that a job deletes: those whose time `column` is older than `days`. */
export interface Term {
  readonly table: string
  readonly column: string
  readonly days: number
}

/** Terms of the class `short` and of logs that no other job watches. */
export const terms: readonly Term[] = [
  { table: 'operation_logs', column: 'created_at', days: 1100 },
  { table: 'fraud_signs', column: 'created_at', days: 1100 },
  { table: 'help_feedback', column: 'created_at', days: 400 },
  { table: 'invitations', column: 'expires_at', days: 180 },
  { table: 'second_step_tickets', column: 'expires_at', days: 1 },
  { table: 'leader_tickets', column: 'expires_at', days: 1 },
  { table: 'digest_queue', column: 'due_at', days: 30 },
  { table: 'live_leases', column: 'last_beat_at', days: 2 },
  { table: 'sso_states', column: 'until', days: 1 },
]
