export type PageHeadingProps = {
  title: string
  subtitle?: string
  /** The title is a name, which the browser must not translate. */
  isName?: boolean
}

/** The heading of a screen in the family's frame. */
export function PageHeading({ title, subtitle, isName = false }: PageHeadingProps) {
  return (
    <div className="min-w-0">
      <h1
        translate={isName ? 'no' : undefined}
        dir={isName ? 'auto' : undefined}
        className="text-2xl leading-[1.1] wrap-anywhere sm:text-3xl sm:leading-[1.1]"
      >
        {title}
      </h1>
      {subtitle !== undefined && <p className="text-muted text-sm font-semibold">{subtitle}</p>}
    </div>
  )
}
