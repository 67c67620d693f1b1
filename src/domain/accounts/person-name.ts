/** Name of a person in lists, logs and among colleagues: real name, else login name; empty without a person. */
export const personName = ({
  realName,
  loginName,
}: {
  readonly realName: string | null
  readonly loginName: string | null
}): string => realName || loginName || ''
