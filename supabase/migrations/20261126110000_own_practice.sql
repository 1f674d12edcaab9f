-- What a child knows and does not know yet is for itself and its parents: a device that acts as a sibling reads none of it.
drop policy "Members see their own family's practice" on public.practice_items;
create policy "Kids see their own practice, parents their family's" on public.practice_items
  for select to authenticated
  using (member_id = (select (private.acting_member()).id) or family_id = any(array(select private.managed_family_ids())));
