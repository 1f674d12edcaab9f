-- How the storage service of the embedded stack asks in somebody's name. Not in the schema `storage`:
-- a hosted project has none of it, and no policy or migration may lean on it.

-- Takes over the role and the request's settings for the rest of the transaction.
create function embedded.act_as(settings jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config(key, value, true) from jsonb_each_text(settings);
end $$;

-- Whether there is such a bucket at all, and the object if whoever asks may see it: one round trip a picture.
create function embedded.find_object(settings jsonb, bucket text, object_name text, out has_bucket boolean, out object jsonb)
language plpgsql set search_path = '' as $$
begin
  has_bucket := exists (select from storage.buckets where id = bucket);
  perform embedded.act_as(settings);
  select to_jsonb(o) into object from storage.objects o where o.bucket_id = bucket and o.name = object_name;
end $$;
