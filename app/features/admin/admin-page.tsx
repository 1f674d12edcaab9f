export function AdminPage() {
  return (
    <div className="flex flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <h1 className="text-2xl sm:text-3xl">Admin Dashboard</h1>
    </div>
  )
}
