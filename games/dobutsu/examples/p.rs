//! tmp
use ludwerk_core::*; use ludwerk_dobutsu::*;
fn main(){ for v in ["official","lishogi","thesis"] { let g=Dobutsu::configure(Some(v),None).unwrap(); let s=g.start(&mut Rng::new(0)); let t=std::time::Instant::now(); let l=perft(&g,&s,9); let e=t.elapsed().as_secs_f64(); println!("{v} {l:?} {e:.3}s {:.0}M/s", l[8] as f64/e/1e6);} }
