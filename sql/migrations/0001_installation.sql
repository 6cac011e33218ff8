-- The installation: which database this is. Etags carry the epoch, so that a device that saw a
-- later history than a restored database has never keeps a stale document.
create table interlock.installation (
    single boolean primary key default true check (single),
    epoch uuid not null,
    created_at timestamptz not null default now()
);
insert into interlock.installation (epoch) values (gen_random_uuid());
