//! Compiles the shims of the native peers if the feature `native-peers` is on; otherwise does nothing.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/peers/native");
    #[cfg(feature = "native-peers")]
    native::compile();
}

#[cfg(feature = "native-peers")]
mod native {
    use std::path::{Path, PathBuf};

    const BULLET: &str = "BulletCollision/NarrowPhaseCollision/btGjkEpa2.h";
    const CCD: &str = "ccd/ccd.h";

    pub fn compile() {
        let (bullet, ccd) = (folder_with(BULLET), folder_with(CCD));
        let (Some(bullet), Some(ccd)) = (bullet, ccd) else {
            eprintln!(
                "error: the feature native-peers needs the headers {BULLET} and {CCD}; on Debian:\n\n    \
                 apt-get install libbullet-dev libccd-dev\n\n\
                 (elsewhere CPLUS_INCLUDE_PATH and C_INCLUDE_PATH name the folders of Bullet and of libccd)"
            );
            std::process::exit(1);
        };
        // Warnings in the headers of other projects are not ours to fix.
        let mut shim = cc::Build::new();
        shim.cpp(true).std("c++14").opt_level(3).define("BT_USE_DOUBLE_PRECISION", None);
        shim.include(&bullet).warnings(false).file("src/peers/native/bullet.cpp").compile("gjk_bullet");
        let mut shim = cc::Build::new();
        shim.std("c11").opt_level(3).include(&ccd).warnings(false).file("src/peers/native/ccd.c").compile("gjk_ccd");
        // Debian builds Bullet twice; these are the double precision libraries.
        for library in ["BulletCollision-float64", "LinearMath-float64", "ccd"] {
            println!("cargo:rustc-link-lib={library}");
        }
    }

    /// The first folder that contains this header, among those of the compiler's variables and the usual ones.
    fn folder_with(header: &str) -> Option<PathBuf> {
        let mut folders: Vec<PathBuf> = Vec::new();
        for variable in ["CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH", "CPATH"] {
            println!("cargo:rerun-if-env-changed={variable}");
            folders.extend(std::env::var_os(variable).iter().flat_map(std::env::split_paths));
        }
        for root in ["/usr/include", "/usr/local/include", "/opt/homebrew/include"] {
            folders.extend([Path::new(root).join("bullet"), PathBuf::from(root)]);
        }
        folders.into_iter().find(|folder| folder.join(header).is_file())
    }
}
