/** What a chat message carries: specification section 3. Text is stored as typed and drawn as text nodes. */
export interface MessageContent {
  readonly status: 'text' | 'demand' | 'service' | 'market'
  readonly text: string
  readonly url?: string
  readonly imgUrl?: string
  readonly title?: string
  readonly price?: string
  readonly tag?: string
  readonly lastShort: string
}
