/** A heading of the help centre's menu with its categories. */
export interface MenuGroup {
  readonly groupName: string
  readonly children: readonly {
    readonly categoryId: number
    readonly categoryName: string
    readonly intro: string
    readonly count: number
  }[]
}
